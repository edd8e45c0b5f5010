import { createPublicKey, generateKeyPairSync, sign } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { checkpointText, notesIn, openCheckpoint, parseCheckpoint } from './checkpoint'
import { noteKey, noteOf, openNote, parseVerifierKey, verifierKey } from './note'
import { EMPTY_ROOT } from './tree'

/** The example of the package golang.org/x/mod/sumdb/note, whose format C2SP wrote down. */
const KEY = 'PeterNeumann+c74f20a3+ARpc2QcUPDhMQegwxbzhKqiBfsVkmqq/LDE4izWy10TW'
const TEXT = "If you think cryptography is the answer to your problem,\nthen you don't know what your problem is.\n"
const NOTE = `${TEXT}\n— PeterNeumann x08go/ZJkuBS9UG/SffcvIAQxVBtiFupLLr8pAcElZInNIuGUgYN1FFYC2pZSNXgKvqfqdngotpRZb6KE6RyyBwJnAM=\n`
const known = [parseVerifierKey(KEY)!]

const pair = generateKeyPairSync('ed25519')
const raw = Buffer.from(createPublicKey(pair.privateKey).export({ format: 'jwk' }).x as string, 'base64url')
const key = noteKey('example.com/log', raw)
const signed = (text: string) => noteOf(text, key, sign(null, Buffer.from(text), pair.privateKey))

describe('signed notes', () => {
  test('the published note opens with the published key, and with no other', () => {
    expect(openNote(NOTE, known)).toBe(TEXT)
    expect(verifierKey(known[0]!)).toBe(KEY)
    expect(openNote(NOTE, [key])).toBeNull()
    expect(openNote(NOTE.replace('answer', 'Answer'), known)).toBeNull()
    expect(parseVerifierKey(KEY.replace('c74f20a3', 'c74f20a4'))).toBeNull()
  })

  test('an unknown signature is passed over, a wrong one of a known key refuses', () => {
    const other = '— somebody AAAAAAAAAAAAAAAA\n'
    expect(openNote(NOTE + other, known)).toBe(TEXT)
    const wrong = NOTE.replace('x08go/ZJ', 'x08go/ZK').slice(TEXT.length + 1)
    expect(openNote(NOTE + wrong, known)).toBeNull()
  })

  test.each([
    ['no newline at the end', NOTE.slice(0, -1)],
    ['a control character', NOTE.replace('answer', 'ans\twer')],
    ['no signature', TEXT],
    ['a signature without its dash', NOTE.replace('— ', '- ')],
    ['seventeen signatures', NOTE + '— somebody AAAAAAAAAAAAAAAA\n'.repeat(16)],
  ])('is no note: %s', (_, note) => expect(openNote(note, known)).toBeNull())

  test.each(['', 'a b', 'a+b', 'a\u2003b'])('no key is named %j', (name) => {
    expect(() => noteKey(name, raw)).toThrow(RangeError)
  })
})

describe('checkpoints', () => {
  const point = (size: number) => ({ origin: 'example.com/log', size, root: EMPTY_ROOT })

  test('come back as they were signed', () => {
    expect(openCheckpoint(signed(checkpointText(point(12))), [key])).toEqual(point(12))
    expect(parseCheckpoint(`${checkpointText(point(1))}an extension\n`)).toEqual(point(1))
  })

  test.each(['example.com/log\n012\n', 'example.com/log\n1', '\n1\n', 'x\n-1\n', 'x\n99999999999999999\n'])(
    'is none: %j',
    (start) => expect(parseCheckpoint(`${start}${EMPTY_ROOT.toString('base64')}\n`)).toBeNull(),
  )

  test('are found in a file of them, whatever a crash left between', () => {
    const notes = [1, 2, 3].map((size) => signed(checkpointText(point(size))))
    const torn = notes[1]!.slice(0, 40)
    expect(notesIn(`\n${notes[0]}\n${torn}\n${notes[2]}\n${torn}`)).toEqual([notes[0], notes[2]])
  })
})
