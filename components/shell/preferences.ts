/** Choices that outlive a session, in cookies, so that the server renders with them and nothing flashes. */
export const THEME_COOKIE = 'holdfast-theme'
export const TENANT_COOKIE = 'holdfast-tenant'
export const START_COOKIE = 'holdfast-start'

export type Theme = 'system' | 'light' | 'dark'
export const themeOf = (value: string | undefined): Theme => (value === 'light' || value === 'dark' ? value : 'system')

/** Browser only. Not secret and not trusted: the server checks what it reads from them. */
export function remember(name: string, value: string | null): void {
  const age = value === null ? 0 : 365 * 86_400
  // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is not in every browser we serve
  document.cookie = `${name}=${encodeURIComponent(value ?? '')}; Path=/; Max-Age=${age}; SameSite=Lax`
}

export function applyTheme(theme: Theme): void {
  remember(THEME_COOKIE, theme === 'system' ? null : theme)
  if (theme === 'system') delete document.documentElement.dataset.theme
  else document.documentElement.dataset.theme = theme
}

export const shownTheme = (): Theme => themeOf(document.documentElement.dataset.theme)
