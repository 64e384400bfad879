import { createHash } from 'node:crypto'
import { escapeHtml, PAGE_LOGO, PAGE_STYLE } from '#features/signin-passkey/index.ts'
import { textsForBrowser } from '#texts/texts.ts'

export type ConfirmationResult = 'confirmed' | 'unknown' | 'failed'

const STYLE_HASH = createHash('sha256').update(PAGE_STYLE).digest('base64')

/** C33: nothing runs on it, nobody may frame it, and its address, which is a secret, is passed on to nobody. */
export const CONFIRMATION_HEADERS = {
  'content-security-policy': `default-src 'none'; style-src 'sha256-${STYLE_HASH}'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`,
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'no-referrer',
  'cache-control': 'no-store',
}

/** What became of a link from an e-mail. */
export function createConfirmationPage({
  server_name,
  base_path,
}: {
  server_name: string
  base_path: string
}) {
  const server = escapeHtml(server_name)
  return (result: ConfirmationResult, accept_language: string | undefined): string => {
    const { language, say } = textsForBrowser(accept_language)
    const title = say(`page.${result}.title`)
    return `<!doctype html>
<html lang="${language}"><head><meta charset="utf-8"><title>${title} · ${server}</title>
<meta name="viewport" content="width=device-width,initial-scale=1,viewport-fit=cover">
<meta name="robots" content="noindex"><style>${PAGE_STYLE}</style></head>
<body><main>${PAGE_LOGO}<h1>${title}</h1><p>${say(`page.${result}.reason`)}</p><a href="${base_path}/">${say('page.open', { server })}</a></main></body></html>
`
  }
}
