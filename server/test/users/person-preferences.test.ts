import { describe, expect, it } from 'vitest'
import { startApp, startOn } from '#test/app.ts'
import { ENGINES, shareAmongTests } from '#test/engines.ts'
import { signInAs } from '#test/people.ts'

const PREFERENCES = '/api/me/preferences'

describe.each(ENGINES)('language and time zone of a person, on %s (C58)', engine => {
  it('are inherited until chosen, keep what a change omits, and go with the user', async () => {
    const app = await startOn(engine)
    const { access_token: admin } = await app.setUp()
    const { access_token: uma, user } = await signInAs(app, 'uma', 'user')
    const put = async (body: object) => (await app.call('PUT', PREFERENCES, { token: uma, body })).body
    const get = async (token: string) => (await app.call('GET', PREFERENCES, { token })).body

    expect(await get(uma)).toEqual({ language: '', timezone: '' })
    expect(await put({})).toEqual({ language: '', timezone: '' })
    expect(await put({ language: 'pt-br' })).toEqual({ language: 'pt-BR', timezone: '' })
    expect(await put({ timezone: 'Europe/Berlin' })).toEqual({ language: 'pt-BR', timezone: 'Europe/Berlin' })
    expect(await put({})).toEqual({ language: 'pt-BR', timezone: 'Europe/Berlin' })
    expect(await put({ language: '' })).toEqual({ language: '', timezone: 'Europe/Berlin' })
    expect(await get(uma)).toEqual({ language: '', timezone: 'Europe/Berlin' })
    expect(await get(admin)).toEqual({ language: '', timezone: '' })

    await app.call('DELETE', `/api/admin/users/${user.id}`, { token: admin })
    const left = app.database.read.selectFrom('person_preferences').select('user_id').execute()
    expect(await left).toEqual([])
  })
})

describe('a change that names something else (C58)', () => {
  const shared = shareAmongTests(async () => {
    const app = await startApp()
    return { app, token: (await app.setUp()).access_token }
  })

  it.each([
    ['an unknown key', { language: 'de', region: 'DE' }],
    ['an unknown language', { language: 'tlh', timezone: 'UTC' }],
    ['no language', { language: null }],
    ['an unknown time zone', { timezone: 'Europe/Atlantis', language: 'de' }],
    ['an offset', { timezone: '+01:00' }],
    ['a list', [{ language: 'de' }]],
  ])('is refused: %s', async (_what, body) => {
    const { app, token } = shared()
    const { status, body: refusal } = await app.call('PUT', PREFERENCES, { token, body })
    expect([status, refusal.code]).toEqual([400, 'validation'])
    const { body: kept } = await app.call('GET', PREFERENCES, { token })
    expect(kept).toEqual({ language: '', timezone: '' })
  })
})
