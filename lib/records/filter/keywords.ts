const KEYWORDS = new Set('and or not between in like is null true false div'.split(' '))

/** Words that are no property unless they are quoted. */
export const isKeyword = (text: string): boolean => KEYWORDS.has(text.toLowerCase())
