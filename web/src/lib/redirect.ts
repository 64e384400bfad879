/** Browsers drop or normalise these characters in an address, so addresses that contain them are rejected. */
const TREACHEROUS = /[\p{Cc}\s\\]/u

/**
 * Where to go after signing in. Only paths inside Foyer are allowed: anything a browser could read as another origin
 * (`//host`, `/\host`, a scheme) becomes the start page.
 */
export function safeRedirect(wanted: unknown): string {
  if (typeof wanted !== 'string' || !wanted.startsWith('/') || wanted.startsWith('//')) return '/'
  if (TREACHEROUS.test(wanted)) return '/'
  const url = new URL(wanted, 'http://foyer.invalid')
  if (url.host !== 'foyer.invalid') return '/'
  return /^\/(login|setup|oidc)(\/|$)/.test(url.pathname) ? '/' : wanted
}
