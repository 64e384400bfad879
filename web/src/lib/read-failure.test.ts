import { createInstance } from 'i18next'
import { createElement, type FunctionComponent } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { I18nextProvider } from 'react-i18next'
import { describe, expect, it } from 'vitest'
import { ServerUnreachable } from './api-error.ts'
import { isUnreadable } from './is-unreadable.ts'
import { ReadFailure } from './read-failure.tsx'
import { Unread } from './unread.tsx'

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

describe('a part that may be absent', () => {
  const part = { ...read, data: undefined as unknown, errorUpdateCount: 0 }
  const error = new ServerUnreachable()

  it('says nothing before its first failure, or once it could be read', () => {
    expect(html(Unread, { of: part })).toBe('')
    expect(html(Unread, { of: { ...part, isFetching: true } })).toBe('')
    expect(html(Unread, { of: { ...part, data: null, error, errorUpdateCount: 1 } })).toBe('')
  })

  it('says that it could not be read, and goes on saying so while it is read again', () => {
    const failed = html(Unread, { of: { ...part, error, errorUpdateCount: 1 }, title: 'The users' })
    expect(failed).toMatch(/role="alert".*The users.*errors\.unreachable.*ui\.retry/s)
    // The query has forgotten its error.
    const again = html(Unread, { of: { ...part, isFetching: true, errorUpdateCount: 1 }, title: 'The users' })
    expect(again).toMatch(/role="alert".*The users.*aria-busy="true"/s)
  })

  it('is unknown from its first failure until it could be read', () => {
    expect(isUnreadable(part)).toBe(false)
    expect(isUnreadable({ ...part, errorUpdateCount: 1 })).toBe(true)
    expect(isUnreadable({ ...part, data: [], errorUpdateCount: 1 })).toBe(false)
  })
})
