import { createInstance } from 'i18next'
import { beforeAll, describe, expect, it } from 'vitest'
import { ApiError } from '#lib/api-error.ts'
import { en } from '#locales/en/index.ts'
import { servers } from '#locales/en/servers.ts'
import { accountErrors } from './account-error.ts'

const i18n = createInstance()
beforeAll(() => i18n.init({ lng: 'en', resources: { en: { translation: { ...en, ...servers } } } }))

const judge = (code: string, more: { is_invite?: boolean } = {}) =>
  accountErrors(i18n.getFixedT('en'), new ApiError(409, { code }), {
    server: 'Den',
    username: 'uma',
    ...more,
  })

describe('2:4.1 a refused account', () => {
  it('names the server, next to the field that caused it', () => {
    expect(judge('name_taken').form).toContain('Den already has an account named uma.')
    expect(judge('bad_credentials').fields).toEqual({
      password: 'Den does not accept this username and password.',
    })
    expect(judge('email_in_use').fields).toHaveProperty('email')
  })

  it('promises that nothing was made, except for an invitation, whose address may be saved', () => {
    expect(judge('upstream_failed').form).toContain('nothing was created or linked')
    expect(judge('upstream_failed', { is_invite: true }).form).toContain('Foyer also keeps trying')
  })
})
