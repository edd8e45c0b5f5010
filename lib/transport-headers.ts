/**
 * RFC 6797: once a browser has come over HTTPS, it comes over nothing else for a year, also where a link says `http:`. Only
 * where the base URL says that HTTPS is served; not for subdomains, which are somebody else's to decide.
 */
export const transportHeaders = (baseUrl: string): Record<string, string> =>
  baseUrl.startsWith('https:') ? { 'Strict-Transport-Security': 'max-age=31536000' } : {}
