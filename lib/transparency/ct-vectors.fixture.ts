import { createHash } from 'node:crypto'
import fc from 'fast-check'
import { leafHash } from './tree'

/** Entries and roots of the reference tests of Certificate Transparency; the hashes are those of RFC 9162 as of RFC 6962. */
export const ENTRIES = [
  '',
  '00',
  '10',
  '2021',
  '3031',
  '40414243',
  '5051525354555657',
  '606162636465666768696a6b6c6d6e6f',
]
export const ROOTS = [
  'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855',
  '6e340b9cffb37a989ca544e6bb780a2c78901d3fb33738768511a30617afa01d',
  'fac54203e7cc696cf0dfcb42c92a1d9dbaf70ad9e621f4bd8d98662f00e3c125',
  'aeb6bcfe274b70a14fb067a5e5578264db0fa9b51af5e0ba159158f329e06e77',
  'd37ee418976dd95753c1c73862b9398fa2a2cf9b4ff0fdfe8b30cd95209614b7',
  '4e3bbb1f7b478dcfe71fb631631519a3bca12c9aefca1612bfce4c13a86264d4',
  '76e67dadbcdf1e10e1b74ddc608abd2f98dfb16fbce75277b5232a127f2087ef',
  'ddb89be403809e325750d3d263cd78929c2942b7942a34b77e122c9594a74c8c',
  '5dc9da79a70659a9ad559cb701ded9a2ab9d823aad2f4960cfe370eff4604328',
]
export const leaves = ENTRIES.map((hex) => leafHash(Buffer.alloc(0), Buffer.from(hex, 'hex')))

export const sha = (...parts: Uint8Array[]) => createHash('sha256').update(Buffer.concat(parts)).digest()

/** §2.1.1 as it is written: the recursive definition. */
export function mth(d: Buffer[]): Buffer {
  if (d.length === 0) return sha()
  if (d.length === 1) return d[0]!
  let k = 1
  while (k * 2 < d.length) k *= 2
  return sha(Buffer.from([1]), mth(d.slice(0, k)), mth(d.slice(k)))
}

export const someLeaves = fc.array(
  fc.uint8Array({ minLength: 32, maxLength: 32 }).map((b) => Buffer.from(b)),
  {
    minLength: 1,
    maxLength: 70,
  },
)
