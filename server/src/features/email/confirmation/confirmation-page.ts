import { createHash } from 'node:crypto'
import { escapeHtml, PAGE_LOGO, PAGE_STYLE } from '#features/signin-passkey/index.ts'

const en = {
  confirmed: {
    title: 'Address confirmed',
    reason: 'Your notifications now go to this address too. You can close this page.',
  },
  unknown: {
    title: 'This link no longer works',
    reason:
      'It was used, replaced by a newer one, or has expired. You can have a new one sent from your account page.',
  },
  failed: {
    title: 'That did not work',
    reason: 'Nothing was changed. Open the link again in a few minutes.',
  },
  open: (name: string) => `Open ${name}`,
}

const de: typeof en = {
  confirmed: {
    title: 'Adresse bestätigt',
    reason: 'Deine Mitteilungen gehen jetzt auch an diese Adresse. Du kannst diese Seite schließen.',
  },
  unknown: {
    title: 'Dieser Link funktioniert nicht mehr',
    reason:
      'Er wurde schon benutzt, durch einen neueren ersetzt oder ist abgelaufen. In deinem Profil kannst du dir einen neuen schicken lassen.',
  },
  failed: {
    title: 'Das hat nicht geklappt',
    reason: 'Es wurde nichts geändert. Öffne den Link in ein paar Minuten noch einmal.',
  },
  open: name => `${name} öffnen`,
}

const TEXTS = { en, de }

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
  const name = escapeHtml(server_name)
  return (result: ConfirmationResult, accept_language: string | undefined): string => {
    const language = /^\s*de\b/i.test(accept_language ?? '') ? 'de' : 'en'
    const { [result]: texts, open } = TEXTS[language]
    return `<!doctype html>
<html lang="${language}"><head><meta charset="utf-8"><title>${texts.title} · ${name}</title>
<meta name="viewport" content="width=device-width,initial-scale=1,viewport-fit=cover">
<meta name="robots" content="noindex"><style>${PAGE_STYLE}</style></head>
<body><main>${PAGE_LOGO}<h1>${texts.title}</h1><p>${texts.reason}</p><a href="${base_path}/">${open(name)}</a></main></body></html>
`
  }
}
