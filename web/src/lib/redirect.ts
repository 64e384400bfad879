const CONTROL = /[\u0000-\u0020\u007f\\]/

/**
 * Where to go after signing in. Only a path inside Foyer counts: anything a browser could read as
 * another origin (`//host`, `/\host`, a scheme) becomes the start page.
 */
export function safeRedirect(wanted: unknown): string {
  if (typeof wanted !== 'string' || !wanted.startsWith('/') || wanted.startsWith('//')) return '/'
  if (CONTROL.test(wanted)) return '/'
  const url = new URL(wanted, 'http://foyer.invalid')
  if (url.host !== 'foyer.invalid') return '/'
  return /^\/(login|setup)(\/|$)/.test(url.pathname) ? '/' : wanted
}
