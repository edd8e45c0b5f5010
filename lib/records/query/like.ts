import type { Expression } from '@/lib/records/filter/expression'
import { FALSE, ODD, TRUE } from '@/lib/records/filter/truth'
import { STRING } from '@/lib/records/json-bytes'
import { hasLoneSurrogate } from '@/lib/records/text'
import type { Test } from './compare'
import { operand, type Scope, unusablePair } from './operand'

const ANY = -1
const ONE = -2

/** Code points, with what `%` and `_` stand for; a `\` at the end is itself. */
export function likePattern(text: string): number[] {
  const out: number[] = []
  let literal = false
  for (const c of text) {
    if (!literal && c === '\\') {
      literal = true
      continue
    }
    if (!literal && c === '%') {
      if (out.at(-1) !== ANY) out.push(ANY)
    } else out.push(!literal && c === '_' ? ONE : c.codePointAt(0)!)
    literal = false
  }
  if (literal) out.push(0x5c)
  return out
}

/**
 * Whether the whole text has the pattern. Goes back to the last `%` alone, so that it takes at most the product of both
 * lengths, and with one `%` at each end about their sum.
 */
export function matchesLike(text: string, pattern: readonly number[]): boolean {
  let at = 0
  let p = 0
  let star = -1
  let from = 0
  while (at < text.length) {
    const wanted = pattern[p]
    if (wanted === ANY) {
      star = ++p
      from = at
      continue
    }
    const c = text.codePointAt(at)!
    if (wanted === c || wanted === ONE) {
      at += c > 0xffff ? 2 : 1
      p++
      continue
    }
    if (star < 0) return false
    // More is the last `%`'s: all, or up to where what follows it can begin, or one character.
    const first = pattern[star]
    if (first === undefined) return true
    if (first === ONE) from += text.codePointAt(from)! > 0xffff ? 2 : 1
    else from = text.indexOf(String.fromCodePoint(first), from + 1)
    if (from < 0) return false
    at = from
    p = star
  }
  return p === pattern.length || (p === pattern.length - 1 && pattern[p] === ANY)
}

export function like(e: Expression & { kind: 'like' }, scope: Scope): Test {
  const value = operand(e.value, scope)
  const asked = operand(e.pattern, scope)
  let known: string | null = null
  let pattern: number[] = []
  return () => {
    if (value.kind() !== STRING || asked.kind() !== STRING) return unusablePair(value.kind(), asked.kind())
    const text = value.text()
    const wanted = asked.text()
    if (text === null || wanted === null || hasLoneSurrogate(wanted)) return ODD
    if (wanted !== known) {
      known = wanted
      pattern = likePattern(wanted)
    }
    return matchesLike(text, pattern) ? TRUE : FALSE
  }
}
