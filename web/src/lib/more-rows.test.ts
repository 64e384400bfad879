import { createInstance } from 'i18next'
import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { I18nextProvider } from 'react-i18next'
import { describe, expect, it, vi } from 'vitest'
import { ServerUnreachable } from './api-error.ts'
import { MoreRows } from './more-rows.tsx'
import type { PagedList } from './next-page.ts'

const i18n = createInstance({ lng: 'en', resources: { en: {} }, initAsync: false })
await i18n.init()

const list = {
  data: undefined,
  hasNextPage: true,
  isFetchingNextPage: false,
  isFetchNextPageError: false,
  error: null as Error | null,
  fetchNextPage: vi.fn<PagedList['fetchNextPage']>(),
}

const html = (change: Partial<typeof list>) =>
  renderToStaticMarkup(
    createElement(
      I18nextProvider,
      { i18n },
      createElement(MoreRows, { list: { ...list, ...change }, shown: 20, automatic: true }),
    ),
  )

describe('the rest of a list', () => {
  it('is offered while there is more', () => {
    expect(html({})).toContain('ui.load_more')
    expect(html({ hasNextPage: false })).toBe('')
  })

  it('is not asked for again by itself after a failure, which says why and offers it', () => {
    const shown = html({ isFetchNextPageError: true, error: new ServerUnreachable() })
    expect(shown).toMatch(/role="alert".*errors\.unreachable.*ui\.retry/s)
    expect(shown).not.toContain('ui.load_more')
  })
})
