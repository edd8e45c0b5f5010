/**
 * Characters that a screen would not show or that would reorder their neighbours: controls, line and paragraph
 * separators, zero-width and bidirectional controls (Unicode UAX 9; "Trojan Source", CVE-2021-42574), lone surrogates
 * and the byte order mark.
 */
const HIDDEN =
  // biome-ignore lint/suspicious/noControlCharactersInRegex: these are what is looked for
  /[\u0000-\u001f\u007f-\u009f\u00ad\u061c\u180e\u200b-\u200f\u2028-\u202e\u2060-\u206f\ufeff\ufff9-\ufffb]|[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]/g

const NAMED: Record<string, string> = { '\n': '\\n', '\r': '\\r', '\t': '\\t' }

/** Somebody else's text, so that what is on the screen is what is in the value: hidden characters become ‹U+202E›. */
export const visible = (text: string): string =>
  text.replace(HIDDEN, (c) => NAMED[c] ?? `‹U+${c.charCodeAt(0).toString(16).toUpperCase().padStart(4, '0')}›`)

/** The same, for text that may span lines: line feeds and tabs stay. */
export const visibleLines = (text: string): string =>
  text
    .split('\n')
    .map((line) => line.split('\t').map(visible).join('\t'))
    .join('\n')
