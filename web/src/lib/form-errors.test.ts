import { createInstance } from 'i18next'
import { beforeAll, describe, expect, it } from 'vitest'
import { en } from '#locales/en/index.ts'
import { ApiError, ServerUnreachable } from './api-error.ts'
import { formErrors } from './form-errors.ts'

const i18n = createInstance()
beforeAll(() => i18n.init({ lng: 'en', resources: { en: { translation: en } } }))

const judge = (error: unknown) => formErrors(i18n.getFixedT('en'), error, { weak_password: 'password' })

describe('formErrors', () => {
  it('is empty without a failure', () => {
    expect(judge(null)).toEqual({ fields: {} })
  })

  it('puts a code beside its field', () => {
    expect(judge(new ApiError(400, { code: 'weak_password' }))).toEqual({
      fields: {
        password: 'Choose a password of 8 to 1024 characters that is not a common one.',
      },
    })
  })

  it('uses the fields of a validation answer as they are', () => {
    const error = new ApiError(400, { code: 'validation', fields: { name: 'Too long.' } })
    expect(judge(error)).toEqual({ fields: { name: 'Too long.' } })
  })

  it('counts the seconds of a 429', () => {
    expect(judge(new ApiError(429, { code: 'rate_limited' }, 1)).form).toBe(
      'Too many attempts. Try again in 1 second.',
    )
  })

  it("falls back to the server's own sentence for a code it has not learned", () => {
    expect(judge(new ApiError(409, { code: 'of_next_year', error: 'The server is full.' })).form).toBe(
      'The server is full.',
    )
  })

  it('says that nothing was lost when nothing answered', () => {
    expect(judge(new ServerUnreachable()).form).toContain('Nothing was lost')
  })
})
