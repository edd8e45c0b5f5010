/** Words that are no property without quotes, wherever they stand. Names of functions are words before a parenthesis alone. */
export const RESERVED = new Set(['AND', 'OR', 'NOT', 'LIKE', 'BETWEEN', 'IN', 'IS', 'NULL', 'TRUE', 'FALSE', 'DIV'])

/** All that OGC 21-065 §8.2 lists, with INTERVAL, NULL and OR, which it forgot: what others would not read as a property. */
const KEYWORDS = new Set([
  ...RESERVED,
  ...'ACCENTI CASEI DATE INTERVAL TIMESTAMP A_CONTAINEDBY A_CONTAINS A_EQUALS A_OVERLAPS'.split(' '),
  ...'BBOX GEOMETRYCOLLECTION LINESTRING MULTILINESTRING MULTIPOINT MULTIPOLYGON POINT POLYGON'.split(' '),
  ...'S_CONTAINS S_CROSSES S_DISJOINT S_EQUALS S_INTERSECTS S_OVERLAPS S_TOUCHES S_WITHIN'.split(' '),
  ...'T_AFTER T_BEFORE T_CONTAINS T_DISJOINT T_DURING T_EQUALS T_FINISHEDBY T_FINISHES T_INTERSECTS'.split(' '),
  ...'T_MEETS T_METBY T_OVERLAPPEDBY T_OVERLAPS T_STARTEDBY T_STARTS'.split(' '),
])

/** The word that a name is, in upper case; '' for other names. Only ASCII, since others can turn into it in upper case. */
export const keyword = (name: string): string => {
  const word = /^[a-z_]+$/i.test(name) ? name.toUpperCase() : ''
  return KEYWORDS.has(word) ? word : ''
}
