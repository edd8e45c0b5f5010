import type { Path } from './filter/expression'

/** A field that was asked for and is not in the bytes: with `redacted`, what stands there is not it. */
export type OmittedField = { path: Path; redacted: boolean; records: { start: number; end: number } | null }

/** What of the records a reader cannot see: names masked for this reader, and fields omitted at capture. */
export type Withheld = { mask: ReadonlySet<string>; omitted: readonly OmittedField[] }

export const NOTHING_WITHHELD: Withheld = { mask: new Set(), omitted: [] }

/** Under a mask a name is removed wherever it occurs, so a path through it cannot be seen. */
export const isMasked = (w: Withheld, path: Path): boolean => path.some((name) => w.mask.has(name))

const isPrefix = (a: Path, b: Path): boolean => a.length <= b.length && a.every((name, i) => b[i] === name)

/** The omissions that concern a path: of itself, of what it lies in, or of a part of it. */
export const omissionsOf = (w: Withheld, path: Path): OmittedField[] =>
  w.omitted.filter((o) => isPrefix(o.path, path) || isPrefix(path, o.path))
