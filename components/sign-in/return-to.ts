/** Where to go after signing in: an address of this instance, whatever the link said. A `//host` would leave it. */
export function returnTo(to: string | string[] | undefined): string {
  if (typeof to !== 'string' || !/^\/(?![/\\])/.test(to)) return '/'
  return to.startsWith('/sign-in') ? '/' : to
}
