import i18next from 'i18next'
import { beforeAll, expect, it } from 'vitest'
import { de } from '../locales/de/index.ts'
import { ApiError } from './api-error.ts'
import { errorWords } from './error-words.ts'

const i18n = i18next.createInstance()
beforeAll(() => i18n.init({ lng: 'de', resources: { de: { translation: de } } }))

it('the answers that carry no code are told in the reader’s language, too (0.3)', () => {
  const outside = new ApiError(404, { error: 'not available' })
  expect(errorWords(i18n.t, outside)).toBe('Das liegt außerhalb der Grenzen dieses Kontos.')
  const unread = new ApiError(502, { error: 'content limits could not be applied' })
  expect(errorWords(i18n.t, unread)).toContain('innerhalb der Grenzen')
  expect(errorWords(i18n.t, new ApiError(418, { error: 'A newer word.', code: 'newer' }))).toBe(
    'A newer word.',
  )
})
