import i18next from 'i18next'
import { beforeAll, expect, it } from 'vitest'
import de from '#locales/de/index.ts'
import { ApiError } from './api-error.ts'
import { errorText } from './error-text.ts'

const i18n = i18next.createInstance()
beforeAll(() => i18n.init({ lng: 'de', resources: { de: { translation: de } } }))

it('answers without a code are translated too (0.3)', () => {
  const outside = new ApiError(404, { error: 'not available' })
  expect(errorText(i18n.t, outside)).toBe('Das ist für dieses Konto nicht freigegeben.')
  const unread = new ApiError(502, { error: 'content limits could not be applied' })
  expect(errorText(i18n.t, unread)).toContain('für dieses Konto freigegeben')
  expect(errorText(i18n.t, new ApiError(418, { error: 'A newer word.', code: 'newer' }))).toBe(
    'A newer word.',
  )
})
