import { createHash } from 'node:crypto'
import { escapeHtml, PAGE_LOGO } from '#features/signin-passkey/index.ts'
import { AUTHORIZE_SCRIPT } from './authorize-script.ts'
import { AUTHORIZE_STYLE } from './authorize-style.ts'
import { type Language, type Problem, type ProblemPage, TEXTS } from './authorize-texts.ts'
import { placeOf } from './redirect-rules.ts'
import type { Accepted } from './tool-clients-service.ts'

export interface Page {
  html: string
  headers: Record<string, string>
}

/** The sign-in methods that the page offers besides the password. */
export interface OfferedMethods {
  passkey: boolean
  /** The label of the provider. */
  oidc: string | null
  invite_server: boolean
}

const hashOf = (text: string) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`

/**
 * Only the two inline blocks of the page run, and nobody may frame it (C33). Chromium applies `form-action` to every
 * redirect that follows a form, and the client may redirect on from its own address, so the whole scheme is allowed.
 */
function headersFor(redirect_uri?: string): Record<string, string> {
  const scheme = redirect_uri === undefined ? '' : ` ${new URL(redirect_uri).protocol}`
  return {
    'content-security-policy': [
      "default-src 'none'",
      `script-src ${hashOf(AUTHORIZE_SCRIPT)}`,
      `style-src ${hashOf(AUTHORIZE_STYLE)}`,
      "connect-src 'self'",
      "base-uri 'none'",
      `form-action 'self'${scheme}`,
      "frame-ancestors 'none'",
    ].join('; '),
    'x-frame-options': 'DENY',
    'cross-origin-opener-policy': 'same-origin-allow-popups',
  }
}

/** The pages of the authorization endpoint. They load nothing, and everything that came from outside is escaped. */
export function createAuthorizePages({ server_name, base_path }: { server_name: string; base_path: string }) {
  const name = escapeHtml(server_name)

  const page = (language: Language, title: string, main: string, data = '') => `<!doctype html>
<html lang="${language}"><head><meta charset="utf-8"><title>${title} · ${name}</title>
<meta name="viewport" content="width=device-width,initial-scale=1,viewport-fit=cover">
<meta name="robots" content="noindex"><style>${AUTHORIZE_STYLE}</style></head>
<body${data}><main>${PAGE_LOGO}${main}</main><script>${AUTHORIZE_SCRIPT}</script></body></html>
`

  return {
    /** Asks the person to sign in, and with it for their consent. */
    form(
      { client, oauth }: Accepted,
      given: { language: Language; methods: OfferedMethods; problem?: Problem; username?: string },
    ): Page {
      const { language, problem, username = '' } = given
      const texts = TEXTS[language]
      const shown = client.client_name || texts.unnamed
      const hidden = Object.entries(oauth)
        .map(([key, value]) => `<input type="hidden" name="${key}" value="${escapeHtml(value)}">`)
        .join('')
      const main = `<h1>${texts.title(`<bdi>${escapeHtml(shown)}</bdi>`)}</h1><p>${escapeHtml(placeOf(oauth.redirect_uri))}</p>
<form method="post" action="${base_path}/oauth/authorize">${hidden}
<p role="alert">${problem ? texts.problems[problem] : ''}</p>
<input name="username" autocomplete="username" value="${escapeHtml(username)}"><input name="password" type="password" autocomplete="current-password">
<button name="decision" value="approve">${texts.allow_with_password}</button><button name="decision" value="deny" formnovalidate>${texts.deny}</button></form>`
      return { html: page(language, escapeHtml(shown), main), headers: headersFor(oauth.redirect_uri) }
    },

    problem(reason: ProblemPage, language: Language): Page {
      const { pages, open } = TEXTS[language]
      const { title, reason: sentence } = pages[reason]
      const main = `<h1>${title}</h1><p>${sentence}</p><a href="${base_path}/">${open(name)}</a>`
      return { html: page(language, title, main), headers: headersFor() }
    },

    /** The browser came back from a provider; the script knows what it left for. */
    resume(language: Language): Page {
      const { resume_title } = TEXTS[language]
      return { html: page(language, resume_title, `<h1>${resume_title}</h1>`), headers: headersFor() }
    },
  }
}

export type AuthorizePages = ReturnType<typeof createAuthorizePages>
