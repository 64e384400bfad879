import { createHash } from 'node:crypto'
import type { TextKey } from '#texts/text-types.ts'
import { textsForBrowser } from '#texts/texts.ts'
import { PAGE_SCRIPT } from './passkey-page-script.ts'
import { PAGE_STYLE } from './passkey-page-style.ts'

export interface PasskeyPages {
  /** Starts when the button is pressed. */
  setup(accept_language: string | undefined): string
  /** Starts when the page opens; the button is for browsers that require a press. */
  create(accept_language: string | undefined): string
  headers: Record<string, string>
}

/** Foyer's sign, for pages that load nothing. */
export const PAGE_LOGO = `<svg viewBox="4 3 56 57" fill="none" aria-hidden="true"><path d="M32 16c2.4 16.5 6.5 26 12.5 35.5h-25C25.5 42 29.6 32.5 32 16Z" fill="currentColor" opacity=".22"/><path d="M8 56V31C8 17.7 18.7 7 32 7s24 10.7 24 24v25" stroke="currentColor" stroke-width="6" stroke-linecap="round"/><path d="M29.5 15.5c-.3 13.6-4.3 24.6-13 32.5V31c0-8.1 5.4-14.6 13-15.5Z" fill="currentColor"/><path d="M34.5 15.5c.3 13.6 4.3 24.6 13 32.5V31c0-8.1-5.4-14.6-13-15.5Z" fill="currentColor"/><path d="M21 56h22" stroke="currentColor" stroke-width="6" stroke-linecap="round"/></svg>`

const hashOf = (text: string) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`

/** C33: only the two inline blocks of the page run, and nobody may frame it. */
const HEADERS = {
  'content-security-policy': [
    "default-src 'none'",
    `script-src ${hashOf(PAGE_SCRIPT)}`,
    `style-src ${hashOf(PAGE_STYLE)}`,
    "connect-src 'self'",
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
  ].join('; '),
  'x-content-type-options': 'nosniff',
  // The address carries the token of the link.
  'referrer-policy': 'no-referrer',
  'cache-control': 'no-store',
}

const ENTITIES: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }
export const escapeHtml = (text: string) => text.replace(/[&<>"]/g, sign => ENTITIES[sign] ?? sign)

/** What the script may say, by the names of its `data-…` attributes. */
const SAID_BY_SCRIPT = {
  follow: 'page.passkey.follow',
  added: 'page.passkey.added',
  'added-text': 'page.passkey.added_text',
  again: 'page.passkey.again',
  cancelled: 'page.passkey.cancelled',
  held: 'page.passkey.held',
  address: 'page.passkey.address',
  failed: 'page.passkey.failed',
  'link-ended': 'page.passkey.link_ended',
  https: 'page.passkey.https',
  unsupported: 'page.passkey.unsupported',
} as const satisfies Record<string, TextKey>

/**
 * The same bytes for everybody who reads this language: the server does not check the token here, so the page does not
 * reveal whether it is valid (2/4.5). Only the ceremony does.
 */
export function createPasskeyPages(server: { server_name: string; base_path: string }): PasskeyPages {
  const { base_path } = server
  const name = escapeHtml(server.server_name)
  const page = (start: 'load' | 'press') => (accept_language: string | undefined) => {
    const { language, say } = textsForBrowser(accept_language)
    const said = Object.entries(SAID_BY_SCRIPT).map(([key, text]) => `data-${key}="${escapeHtml(say(text))}"`)
    return `<!doctype html>
<html lang="${language}"><head><meta charset="utf-8"><title>${say('page.passkey.add')} · ${name}</title>
<meta name="viewport" content="width=device-width,initial-scale=1,viewport-fit=cover">
<meta name="robots" content="noindex"><style>${PAGE_STYLE}</style></head>
<body data-api="${base_path}/api/auth/passkey/setup" data-start="${start}" ${said.join(' ')}>
<main>${PAGE_LOGO}
<h1 id="title">${say('page.passkey.title', { server: name })}</h1>
<p id="say" role="status" aria-live="polite">${say('page.passkey.why')}</p>
<button id="go" type="button" hidden>${say('page.passkey.add')}</button>
<a id="done" href="${base_path}/" hidden>${say('page.open', { server: name })}</a>
<noscript><p>${say('page.passkey.no_script')}</p></noscript>
</main><script>${PAGE_SCRIPT}</script></body></html>
`
  }
  return { setup: page('press'), create: page('load'), headers: HEADERS }
}
