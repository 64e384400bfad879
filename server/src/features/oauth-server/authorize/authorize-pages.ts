import { createHash } from 'node:crypto'
import type { ToolAuthorization } from '@foyer/contract/sign-in/sign-in-flow'
import { escapeHtml, PAGE_LOGO } from '#features/signin-passkey/index.ts'
import { isLoopbackHost } from '#kit/loopback.ts'
import { AUTHORIZE_SCRIPT } from './authorize-script.ts'
import { AUTHORIZE_STYLE } from './authorize-style.ts'
import { type Language, type Problem, type ProblemPage, TEXTS } from './texts/index.ts'
import type { Accepted } from '../clients/tool-clients-service.ts'

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
  /** Single sign-on is the only way in for everybody but admins. */
  sso_only: boolean
}

/** Such a name is set smaller. */
const LONG_NAME = 40

const hashOf = (text: string) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`

/**
 * Only the two inline blocks of the page run, and nobody may frame it (C33). Chromium applies `form-action` to every
 * redirect that follows a form, and a client may redirect on from its own address, so whole schemes are allowed.
 */
function headersFor(redirect_uri?: string): Record<string, string> {
  const targets = redirect_uri === undefined ? '' : ` ${schemesAfter(redirect_uri)}`
  return {
    'content-security-policy': [
      "default-src 'none'",
      `script-src ${hashOf(AUTHORIZE_SCRIPT)}`,
      `style-src ${hashOf(AUTHORIZE_STYLE)}`,
      "connect-src 'self'",
      "base-uri 'none'",
      `form-action 'self'${targets}`,
      "frame-ancestors 'none'",
    ].join('; '),
    'x-frame-options': 'DENY',
    'cross-origin-opener-policy': 'same-origin-allow-popups',
  }
}

function schemesAfter(redirect_uri: string): string {
  return /^https?:/i.test(redirect_uri) ? 'https: http:' : new URL(redirect_uri).protocol
}

/** The pages of the authorization endpoint. They load nothing, and everything that came from outside is escaped. */
export function createAuthorizePages({ server_name, base_path }: { server_name: string; base_path: string }) {
  const name = escapeHtml(server_name)

  const dataFor = (language: Language) => {
    const { problems, pages, waiting, follow_device, confirm_in_window, returning } = TEXTS[language]
    const { lost } = pages
    return escapeHtml(
      JSON.stringify({ problems, lost, waiting, follow_device, confirm_in_window, returning }),
    )
  }

  const page = (language: Language, title: string, main: string, kind = 'problem') => `<!doctype html>
<html lang="${language}"><head><meta charset="utf-8"><title>${title} · ${name}</title>
<meta name="viewport" content="width=device-width,initial-scale=1,viewport-fit=cover">
<meta name="robots" content="noindex"><style>${AUTHORIZE_STYLE}</style></head>
<body data-base="${base_path}" data-page="${kind}" data-texts="${dataFor(language)}"><main>${PAGE_LOGO}${main}</main><script>${AUTHORIZE_SCRIPT}</script></body></html>
`

  return {
    /** Asks the person to sign in, and with it for their consent. */
    form(
      { client, oauth }: Accepted,
      given: { language: Language; methods: OfferedMethods; problem?: Problem; username?: string },
    ): Page {
      const { language, methods, problem, username = '' } = given
      const texts = TEXTS[language]
      const client_name = escapeHtml(client.client_name || texts.unnamed)
      const is_long = client.client_name.length > LONG_NAME
      const is_app = !/^https?:/i.test(oauth.redirect_uri)
      // The consent comes after the proof: the Enter key presses the first button, which must not be a disabled one.
      const main = `<h1${is_long ? ' class="long"' : ''}>${texts.title(`<bdi>${client_name}</bdi>`)}</h1>
<p class="by">${texts.named_by_itself}</p>
<div class="facts"><dl><dt>${texts.returns_to}</dt><dd><bdi>${escapeHtml(returnPlace(oauth.redirect_uri, texts))}</bdi></dd></dl>
<p>${texts.may}</p><ul>${texts.may_list.map(one => `<li>${one}</li>`).join('')}</ul><p>${texts.end_any_time}</p></div>
<form id="form" method="post" action="${base_path}/oauth/authorize"${is_app ? ' data-app="1"' : ''}>${hiddenFields(oauth)}
<p id="say" role="alert"${problem ? ' data-mood="bad"' : ''}>${problem ? texts.problems[problem] : ''}</p>
<fieldset id="proof"><h2>${texts.sign_in_to_allow}</h2>
${methodsInOrder(passwordFields(username, texts, problem), methods, texts)}</fieldset>
<fieldset id="consent" hidden disabled><h2>${texts.proved}</h2><input type="hidden" name="consent_ticket" id="ticket" value="">
<button id="allow" name="decision" value="approve">${texts.allow}</button></fieldset>
<a id="window" class="other" target="_blank" rel="noopener noreferrer" hidden>${texts.open_window}</a>
<button class="quiet" name="decision" value="deny" formnovalidate>${texts.deny}</button></form>`
      return {
        html: page(language, client_name, main, 'form'),
        headers: headersFor(oauth.redirect_uri),
      }
    },

    problem(reason: ProblemPage, language: Language): Page {
      const { pages, open } = TEXTS[language]
      const { title, reason: sentence } = pages[reason]
      const main = `<h1>${title}</h1><p>${sentence}</p><a href="${base_path}/">${open(name)}</a>`
      return { html: page(language, title, main), headers: headersFor() }
    },

    /** The browser came back from a provider; the script knows what it left for. */
    resume(language: Language): Page {
      const { resume_title, waiting, no_script } = TEXTS[language]
      const main = `<h1 id="title">${resume_title}</h1><p id="say" role="status">${waiting}</p><noscript><p>${no_script}</p></noscript>`
      return { html: page(language, resume_title, main, 'resume'), headers: headersFor() }
    },
  }
}

export type AuthorizePages = ReturnType<typeof createAuthorizePages>

type Texts = (typeof TEXTS)[Language]

function hiddenFields(oauth: ToolAuthorization): string {
  return Object.entries(oauth)
    .map(([name, value]) => `<input type="hidden" name="${name}" value="${escapeHtml(value)}">`)
    .join('')
}

/** Where the person's browser goes with the answer, so that they can see who gets it. */
function returnPlace(redirect_uri: string, texts: Texts): string {
  const { protocol, hostname, host } = new URL(redirect_uri)
  if (protocol === 'https:') return host
  if (protocol === 'http:' && isLoopbackHost(hostname)) return texts.returns_to_device
  return texts.returns_to_app(protocol.slice(0, -1))
}

function passwordFields(username: string, texts: Texts, problem: Problem | undefined): string {
  // After a wrong password the cursor is in this field, and a screen reader reads the reason.
  const again = problem === 'invalid_credentials' ? ' autofocus aria-invalid="true"' : ''
  return `<label>${texts.username}<input name="username" autocomplete="username" autocapitalize="none" spellcheck="false" required value="${escapeHtml(username)}"></label>
<label>${texts.password}<input name="password" type="password" autocomplete="current-password" aria-describedby="say" required${again}></label>
<button name="decision" value="approve">${texts.allow_with_password}</button>`
}

/** The password first, unless most people here cannot use it. */
function methodsInOrder(password: string, methods: OfferedMethods, texts: Texts): string {
  const { passkey, oidc, invite_server, sso_only } = methods
  const button = (id: string, label: string) =>
    `<button class="other" type="button" id="${id}">${label}</button>`
  const single = oidc === null ? '' : button('oidc', texts.with_oidc(`<bdi>${escapeHtml(oidc)}</bdi>`))
  const others = [
    passkey ? button('passkey', texts.allow_with_passkey) : '',
    sso_only ? '' : single,
    invite_server ? button('invite-server', texts.with_invite_server) : '',
  ].join('')
  const parts = [sso_only ? single : '', password, others].filter(part => part !== '')
  const noscript = parts.length > 1 ? `<noscript><p>${texts.no_script}</p></noscript>` : ''
  return parts.join(`<p class="or">${texts.or}</p>`) + noscript
}
