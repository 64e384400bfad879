/** Browsers drop or fold these while they read an address, so none may decide where it leads. */
const TREACHEROUS = /[\p{Cc}\s\\]/u

/**
 * Where to go after signing in. Only a path inside Foyer counts: anything a browser could read as
 * another origin (`//host`, `/\host`, a scheme) becomes the start page.
 */
export function safeRedirect(wanted: unknown): string {
  if (typeof wanted !== 'string' || !wanted.startsWith('/') || wanted.startsWith('//')) return '/'
  if (TREACHEROUS.test(wanted)) return '/'
  const url = new URL(wanted, 'http://foyer.invalid')
  if (url.host !== 'foyer.invalid') return '/'
  return /^\/(login|setup)(\/|$)/.test(url.pathname) ? '/' : wanted
}
