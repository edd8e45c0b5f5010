const ASCII = /^[\0-\x7f]*$/

/**
 * Unicode's full case folding (CaseFolding.txt, statuses C and F), as near as the conversions of JavaScript come: to lower,
 * upper and lower case in turn, so that "ß", "ẞ" and "SS" are one. The final sigma is a sigma, whatever stands behind it;
 * the dotless i is a letter of its own, as it is there.
 */
export function foldCase(text: string): string {
  if (ASCII.test(text)) return text.toLowerCase()
  return text
    .split('ı')
    .map((part) => part.toLowerCase().toUpperCase().toLowerCase().replaceAll('ς', 'σ'))
    .join('ı')
}
