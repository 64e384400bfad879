import { createInstance } from 'i18next'
import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { I18nextProvider } from 'react-i18next'
import { expect, it, vi } from 'vitest'
import { ApiError, ServerUnreachable } from '#lib/api-error.ts'
import { PreviewRefusal } from './preview-refusal.tsx'

const i18n = createInstance({ lng: 'en', resources: { en: {} }, initAsync: false })
await i18n.init()

function html(error: Error) {
  const preview = { error, isFetching: false, refetch: vi.fn<() => Promise<unknown>>() }
  return renderToStaticMarkup(
    createElement(I18nextProvider, { i18n }, createElement(PreviewRefusal, { preview })),
  )
}

it('offers to read a price again, unless that cannot change the answer', () => {
  const later = [
    new ServerUnreachable(),
    new ApiError(503, { code: 'unavailable' }),
    new ApiError(429, { code: 'rate_limited' }, 5),
  ]
  for (const error of later) expect(html(error)).toContain('ui.retry')
  const refused = html(new ApiError(403, { code: 'instance_forbidden' }))
  expect(refused).toContain('errors.code.instance_forbidden')
  expect(refused).not.toContain('ui.retry')
})
