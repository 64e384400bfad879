import { createInstance } from 'i18next'
import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { I18nextProvider } from 'react-i18next'
import { expect, it } from 'vitest'
import { JoinResult } from './join-result.tsx'

const i18n = createInstance({ lng: 'en', resources: { en: {} }, initAsync: false })
await i18n.init()

const SIGNED_IN = { linked: true, username: 'mia', email: 'mia@example.org', invite_state: 'sent' } as const

it.each([
  ['linked', 'media_servers.sign_in.identity'],
  ['conflict', 'media_servers.sign_in.conflict'],
] as const)('2:4.1 says in its own words what became of the sign-in: %s', (identity_state, text) => {
  const identity_error = 'A sentence of the server, in English.'
  const shown = renderToStaticMarkup(
    createElement(
      I18nextProvider,
      { i18n },
      createElement(JoinResult, {
        joined: { by: 'sign_in', result: { ...SIGNED_IN, identity_state, identity_error } },
        server: 'Plex',
        has_access: true,
      }),
    ),
  )
  expect(shown).toContain(text)
  expect(shown).not.toContain(identity_error)
})
