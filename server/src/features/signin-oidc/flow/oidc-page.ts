import { createHash } from 'node:crypto'
import { escapeHtml, PAGE_LOGO, PAGE_STYLE } from '#features/signin-passkey/index.ts'
import { textsForBrowser } from '#texts/texts.ts'

const STYLE_HASH = createHash('sha256').update(PAGE_STYLE).digest('base64')

/** C33: nothing runs on it, and nobody may frame it. */
export const PAGE_HEADERS = {
  'content-security-policy': `default-src 'none'; style-src 'sha256-${STYLE_HASH}'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`,
}

/** For a browser that no client waits for: its flow or its `state` is unknown, used or expired. */
export function createOidcPage({ server_name, base_path }: { server_name: string; base_path: string }) {
  const server = escapeHtml(server_name)
  return (accept_language: string | undefined): string => {
    const { language, say } = textsForBrowser(accept_language)
    const title = say('page.sign_in_ended.title')
    return `<!doctype html>
<html lang="${language}"><head><meta charset="utf-8"><title>${title} · ${server}</title>
<meta name="viewport" content="width=device-width,initial-scale=1,viewport-fit=cover">
<meta name="robots" content="noindex"><style>${PAGE_STYLE}</style></head>
<body><main>${PAGE_LOGO}<h1>${title}</h1><p>${say('page.sign_in_ended.reason')}</p><a href="${base_path}/">${say('page.open', { server })}</a></main></body></html>
`
  }
}
