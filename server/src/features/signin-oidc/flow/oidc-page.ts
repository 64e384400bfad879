import { createHash } from 'node:crypto'
import { escapeHtml, PAGE_LOGO, PAGE_STYLE } from '#features/signin-passkey/index.ts'

const TEXTS = {
  en: {
    title: 'This sign-in cannot continue',
    reason: 'The link was already used or has expired. Start the sign-in again.',
    open: (name: string) => `Open ${name}`,
  },
  de: {
    title: 'Diese Anmeldung kann nicht fortgesetzt werden',
    reason: 'Der Link wurde schon benutzt oder ist abgelaufen. Beginne die Anmeldung noch einmal.',
    open: (name: string) => `${name} öffnen`,
  },
}

const STYLE_HASH = createHash('sha256').update(PAGE_STYLE).digest('base64')

/** C33: nothing runs on it, and nobody may frame it. */
export const PAGE_HEADERS = {
  'content-security-policy': `default-src 'none'; style-src 'sha256-${STYLE_HASH}'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`,
}

/** For a browser that no client waits for: its flow or its `state` is unknown, used or expired. */
export function createOidcPage({ server_name, base_path }: { server_name: string; base_path: string }) {
  const name = escapeHtml(server_name)
  return (accept_language: string | undefined): string => {
    const language = /^\s*de\b/i.test(accept_language ?? '') ? 'de' : 'en'
    const { title, reason, open } = TEXTS[language]
    return `<!doctype html>
<html lang="${language}"><head><meta charset="utf-8"><title>${title} · ${name}</title>
<meta name="viewport" content="width=device-width,initial-scale=1,viewport-fit=cover">
<meta name="robots" content="noindex"><style>${PAGE_STYLE}</style></head>
<body><main>${PAGE_LOGO}<h1>${title}</h1><p>${reason}</p><a href="${base_path}/">${open(name)}</a></main></body></html>
`
  }
}
