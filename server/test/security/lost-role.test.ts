import { type Faults, held, type Journal, MOVIE, SHOW } from '@foyer/simulators'
import { describe, expect, it } from 'vitest'
import { type Call, callAs, expectOk, refusal } from '#test/calls.ts'
import { POLICY } from '#test/content-limits.ts'
import { nextRequest } from '#test/discovery-calls.ts'
import { shareAmongTests } from '#test/engines.ts'
import { addInstance, managerForm } from '#test/managers.ts'
import { changeRole, revokeDevice, signInAs } from '#test/people.ts'
import { create } from '#test/request-calls.ts'
import { buildWorld } from '#test/world.ts'

/** Defends against an admin who keeps the role for as long as another service takes to answer (CONTRIBUTING rule 3). */
describe('an admin who is none any more when another service has answered', () => {
  const shared = shareAmongTests(async () => {
    const world = await buildWorld({
      products: ['tmdb', 'trakt', 'hardcover', 'jellyfin'],
      instances: ['movies', 'movies_4k', 'series', 'books'],
      users: ['uma'],
      grants: { uma: ['movies', 'movies_4k'] },
    })
    const { app, asAdmin } = world
    expectOk(await asAdmin('PUT', '/api/admin/request-settings', { require_approval: true }))
    const { url, api_key } = world.jellyfin
    const server = { service_type: 'account_server_a', name: 'Jellyfin', url, api_key }
    const { id: jellyfin_id } = await addInstance(app, world.admin.access_token, server)
    const ben = await signInAs(app, 'ben', 'admin')
    const asBen = callAs(app, ben.access_token)

    /** Calls while ben is an admin; the answer of the service comes when he is not. */
    async function whileLosing(
      service: { faults: Faults; journal: Journal },
      calls: (as: Call) => ReturnType<Call>,
    ) {
      await changeRole(app, ben.user.id, 'admin')
      const { promise, resolve } = Promise.withResolvers<void>()
      service.faults.always('* /*', held(promise))
      const arrived = nextRequest(service.journal)
      const answer = calls(asBen)
      await arrived
      await changeRole(app, ben.user.id, 'user')
      service.faults.clear()
      resolve()
      return refusal(await answer)
    }
    return { ...world, jellyfin_id, whileLosing }
  })

  it('a session that ended while a library was read has no answer', async () => {
    const { app, radarr, instance_ids } = shared()
    const { access_token, device_id } = await signInAs(app, 'eve', 'admin')
    const { promise, resolve } = Promise.withResolvers<void>()
    radarr.faults.always('* /*', held(promise))
    const arrived = nextRequest(radarr.journal)
    const path = `/api/admin/instances/${instance_ids.movies}/delivery-options`
    const answer = callAs(app, access_token)('GET', path)
    await arrived
    await revokeDevice(app, device_id)
    radarr.faults.clear()
    resolve()
    expect(refusal(await answer)).toEqual([401, 'session_revoked'])
  })

  it('reads nothing of a library', async () => {
    const { whileLosing, radarr, sonarr, instance_ids } = shared()
    const read = (path: string) => (as: Call) => as('GET', `/api/admin/${path}`)
    const options = read(`instances/${instance_ids.movies}/delivery-options`)
    const webhook = read(`instances/${instance_ids.movies}/webhook`)
    expect(await whileLosing(radarr, options)).toEqual([403, 'forbidden'])
    expect(await whileLosing(radarr, webhook)).toEqual([403, 'forbidden'])
    expect(await whileLosing(sonarr, read('tv-matches/candidates?q=a'))).toEqual([403, 'forbidden'])
  })

  it('sees and links no account of a media server', async () => {
    const { whileLosing, asAdmin, users, jellyfin, jellyfin_id } = shared()
    const remote_user_id = jellyfin.accounts.add('linked', { password: 'set by hand' }).id
    const account = `/api/admin/users/${users.uma.user.id}/media-servers/${jellyfin_id}/account`
    const look = (as: Call) => as('GET', `/api/admin/media-servers/${jellyfin_id}/users`)
    const link = (as: Call) => as('PUT', account, { remote_user_id })
    const manage = (as: Call) => as('PATCH', `${account}/management`, { manage_access: true })
    expect(await whileLosing(jellyfin, look)).toEqual([403, 'forbidden'])
    expect(await whileLosing(jellyfin, link)).toEqual([403, 'forbidden'])
    expect(expectOk(await asAdmin('GET', '/api/admin/media-servers/accounts'))).toEqual([])
    expectOk(await link(asAdmin))
    expect(await whileLosing(jellyfin, manage)).toEqual([403, 'forbidden'])
    const [row] = expectOk(await asAdmin('GET', '/api/admin/media-servers/accounts'))
    expect(row).toMatchObject({ remote_user_id, manage_access: false })
  })

  it('limits nobody', async () => {
    const { whileLosing, asAdmin, users, tmdb } = shared()
    const path = `/api/admin/users/${users.uma.user.id}/content-policy`
    expect(await whileLosing(tmdb, as => as('PUT', path, POLICY))).toEqual([403, 'forbidden'])
    expect(refusal(await asAdmin('GET', path))).toEqual([404, 'no_content_policy'])
  })

  it('adds no instance and changes none', async () => {
    const { whileLosing, asAdmin, radarr, radarr4k, instance_ids } = shared()
    const before = expectOk(await asAdmin('GET', '/api/admin/instances'))
    const form = { ...managerForm('movie_manager', 'Another', radarr) }
    const added = await whileLosing(radarr, as => as('POST', '/api/admin/instances', form))
    const { url, api_key } = radarr4k
    const changed = await whileLosing(radarr4k, as =>
      as('PUT', `/api/admin/instances/${instance_ids.movies}`, { url, api_key }),
    )
    expect([added, changed]).toEqual([
      [403, 'forbidden'],
      [403, 'forbidden'],
    ])
    expect(expectOk(await asAdmin('GET', '/api/admin/instances'))).toEqual(before)
  })

  it.each([0, 5])('decides no request, with %i seconds to undo it', async delay_seconds => {
    const { whileLosing, asUma, asAdmin, radarr4k, instance_ids } = shared()
    const { request_id } = (await create(asUma, { media_type: 'movie', tmdb_id: MOVIE.absent })).body
    const body = { instance_id: instance_ids.movies_4k, delay_seconds }
    const approve = (as: Call) => as('POST', `/api/admin/requests/${request_id}/approve`, body)
    expect(await whileLosing(radarr4k, approve)).toEqual([403, 'forbidden'])
    const [row] = expectOk(await asAdmin('GET', '/api/admin/requests'))
    expect(row).toMatchObject({ id: request_id, instance_id: instance_ids.movies })
    expect(row).not.toHaveProperty('decision_due_at')
  })

  it('changes no match, repairs no request and connects no book list', async () => {
    const { whileLosing, asAdmin, asUma, tmdb, sonarr, hardcover, instance_ids } = shared()
    const path = `/api/admin/tv-matches/${SHOW.harbour_nine}`
    const { match } = expectOk(await asAdmin('GET', path))
    const pause = { revision: match.revision, mode: 'paused' }
    expect(await whileLosing(sonarr, as => as('PUT', path, pause))).toEqual([403, 'forbidden'])
    expect(expectOk(await asAdmin('GET', path)).match).toEqual(match)
    const wish = { media_type: 'tv' as const, tmdb_id: SHOW.harbour_nine, seasons: [1] }
    const { request_id } = (await create(asUma, wish)).body
    const repair = (as: Call) =>
      as('POST', `/api/admin/requests/${request_id}/repair-tv-match`, { revision: match.revision })
    expectOk(await asAdmin('DELETE', '/api/admin/operations/caches'))
    expect(await whileLosing(tmdb, repair)).toEqual([403, 'forbidden'])
    const list = `/api/admin/instances/${instance_ids.books}/book-list-connection`
    const connect = (as: Call) => as('PUT', list, { token: hardcover.token })
    expect(await whileLosing(hardcover, connect)).toEqual([403, 'forbidden'])
    expect(expectOk(await asAdmin('GET', list)).configured).toBe(false)
  })
})
