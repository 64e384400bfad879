import { describe, expect, it } from 'vitest'
import { expectOk, refusal, setGrants } from '#test/calls.ts'
import { ENGINES, shareAmongTests } from '#test/engines.ts'
import { buildWorld } from '#test/world.ts'

const OWN = '/api/me/library-access'
const ASKS = '/api/admin/access-asks'
const SETTINGS = '/api/admin/library-access-settings'
const INBOX = '/api/notifications/inbox'

describe.each(ENGINES)('asking for a library on %s', engine => {
  const shared = shareAmongTests(() =>
    buildWorld({ engine, instances: ['books', 'old_books', 'music'], users: ['uma'], kids: ['kim'] }),
  )

  it('is one ask and one alert, however often, and one press gives the only library', async () => {
    const { asUma, asAdmin, users, settle, instance_ids } = shared()
    const none = { has_access: false, can_ask: true }
    expect(expectOk(await asUma('GET', OWN))).toEqual({
      media: [
        { media_type: 'book', ...none },
        { media_type: 'music', ...none },
      ],
    })
    const asked = { media_type: 'music', ...none, ask: { state: 'open', asked_at: expect.any(String) } }
    const answers = await Promise.all([1, 2, 3].map(() => asUma('POST', OWN, { media_type: 'music' })))
    for (const answer of answers) expect(expectOk(answer)).toEqual(asked)
    const { asks } = expectOk(await asAdmin('GET', ASKS))
    const user_id = users.uma.user.id
    expect(asks).toEqual([{ user_id, username: 'uma', media_type: 'music', asked_at: expect.any(String) }])
    expect((await asAdmin('GET', '/api/admin/attention')).body).toMatchObject({ access_asks: 1 })
    await settle()
    const told = (await asAdmin('GET', INBOX)).body.entries
    expect(told).toMatchObject([
      { type: 'library_access_request', data: { user_id, username: 'uma', media_type: 'music' } },
    ])
    expect(expectOk(await asAdmin('POST', `${ASKS}/${user_id}/music/grant`, {}))).toEqual({
      status: 'granted',
    })
    expect((await asUma('GET', '/api/config')).body.instances).toMatchObject([{ id: instance_ids.music }])
    expect((await asUma('GET', OWN)).body.media[1]).toMatchObject({
      has_access: true,
      can_ask: false,
      ask: { state: 'granted', decided_at: expect.any(String) },
    })
    await settle()
    expect((await asUma('GET', INBOX)).body.entries).toMatchObject([
      {
        type: 'library_access_decision',
        data: { username: 'uma', media_type: 'music', decision: 'approved' },
      },
    ])
    const gone = await asAdmin('POST', `${ASKS}/${user_id}/music/grant`, {})
    expect(refusal(gone)).toEqual([404, 'not_found'])
    // Who has access has nothing to ask for.
    expectOk(await asUma('POST', OWN, { media_type: 'music' }))
    expect((await asAdmin('GET', ASKS)).body.asks).toEqual([])
  })

  it('lets the admin choose among several libraries, and takes no other kind', async () => {
    const { asKim, asAdmin, users, instance_ids } = shared()
    expectOk(await asKim('POST', OWN, { media_type: 'book' }))
    const { libraries } = expectOk(await asAdmin('GET', ASKS))
    const grant = `${ASKS}/${users.kim.user.id}/book/grant`
    expect(libraries.map(({ id }: { id: string }) => id).sort()).toEqual(
      [instance_ids.books, instance_ids.old_books, instance_ids.music].sort(),
    )
    expect(refusal(await asAdmin('POST', grant, {}))).toEqual([400, 'validation'])
    const music = await asAdmin('POST', grant, { instance_id: instance_ids.music })
    expect(refusal(music)).toEqual([400, 'wrong_service_type'])
    expect(refusal(await asAdmin('POST', grant, { instance_id: 'in_none' }))).toEqual([
      404,
      'instance_not_found',
    ])
    expectOk(await asAdmin('POST', grant, { instance_id: instance_ids.old_books }))
    expect((await asKim('GET', '/api/config')).body.instances).toMatchObject([{ id: instance_ids.old_books }])
  })

  it('can be declined and asked again; a grant given elsewhere answers it; others may not decide', async () => {
    const { app, addUser, asAdmin, settle, instance_ids } = shared()
    const { session, call } = await addUser('pia')
    const { id } = session.user
    expectOk(await call('POST', OWN, { media_type: 'book' }))
    for (const verb of ['grant', 'decline'])
      expect(refusal(await call('POST', `${ASKS}/${id}/book/${verb}`, {}))).toEqual([403, 'forbidden'])
    expect(expectOk(await asAdmin('POST', `${ASKS}/${id}/book/decline`))).toEqual({ status: 'declined' })
    expect((await call('GET', OWN)).body.media[0]).toMatchObject({
      can_ask: true,
      ask: { state: 'declined' },
    })
    expectOk(await call('POST', OWN, { media_type: 'book' }))
    await setGrants(asAdmin, id, { book_manager: [instance_ids.books] })
    expect((await asAdmin('GET', ASKS)).body.asks).toEqual([])
    await settle()
    const told = (await call('GET', INBOX)).body.entries
    expect(told.map(({ data }: { data: { decision: string } }) => data.decision)).toEqual([
      'approved',
      'denied',
    ])
    // Somebody who leaves leaves no ask behind.
    expectOk(await call('POST', OWN, { media_type: 'music' }))
    expect((await asAdmin('DELETE', `/api/admin/users/${id}`)).status).toBeLessThan(300)
    const left = app.database.read.selectFrom('access_asks').select('user_id').where('user_id', '=', id)
    expect(await left.execute()).toEqual([])
  })

  it('is not offered when an admin hides the tab, which only those without access lose', async () => {
    const { asAdmin, addUser } = shared()
    const { call } = await addUser('lea')
    expect(expectOk(await asAdmin('GET', SETTINGS))).toEqual({ without_access: 'ask' })
    expect((await call('GET', '/api/config')).body.hidden_discover_tabs).toEqual([])
    expectOk(await asAdmin('PUT', SETTINGS, { without_access: 'hide' }))
    expect((await call('GET', '/api/config')).body.hidden_discover_tabs).toEqual(['book', 'music'])
    expect((await asAdmin('GET', '/api/config')).body.hidden_discover_tabs).toEqual([])
    expect(refusal(await call('POST', OWN, { media_type: 'book' }))).toEqual([403, 'choice_not_allowed'])
    expectOk(await asAdmin('PUT', SETTINGS, { without_access: 'ask' }))
    expect(refusal(await call('POST', OWN, { media_type: 'movie' }))).toEqual([400, 'validation'])
  })
})

it('has nothing to ask for while no library is connected', async () => {
  const { asUma } = await buildWorld({ users: ['uma'] })
  expect((await asUma('GET', OWN)).body.media).toMatchObject([{ can_ask: false }, { can_ask: false }])
  expect(refusal(await asUma('POST', OWN, { media_type: 'book' }))).toEqual([404, 'no_instance'])
})
