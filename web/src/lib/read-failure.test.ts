import { createInstance } from 'i18next'
import { createElement, type FunctionComponent } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { I18nextProvider } from 'react-i18next'
import { describe, expect, it } from 'vitest'
import { ServerUnreachable } from './api-error.ts'
import { ReadFailure } from './read-failure.tsx'

const i18n = createInstance({ lng: 'en', resources: { en: {} }, initAsync: false })
await i18n.init()

function html<Props extends object>(part: FunctionComponent<Props>, props: Props): string {
  return renderToStaticMarkup(createElement(I18nextProvider, { i18n }, createElement(part, props)))
}

const read = { error: null as Error | null, isFetching: false, refetch: () => undefined }

describe('a failed reading', () => {
  it('says what failed and why, and can be read again', () => {
    const shown = html(ReadFailure, { of: { ...read, error: new ServerUnreachable() }, title: 'The users' })
    expect(shown).toMatch(/role="alert".*The users.*errors\.unreachable.*ui\.retry/s)
    expect(shown).not.toContain('aria-busy')
  })

  it('says the first failure of several, and is busy while any of them is read', () => {
    const of = [read, { ...read, error: new ServerUnreachable() }, { ...read, error: new Error() }]
    expect(html(ReadFailure, { of })).toContain('errors.unreachable')
    expect(html(ReadFailure, { of: [...of, { ...read, isFetching: true }] })).toContain('aria-busy="true"')
  })
})
