import type { TokenResponse } from '@foyer/contract/sessions/sessions'
import { type Faults, held, type Journal, MOVIE, SHOW } from '@foyer/simulators'
import { describe, expect, it } from 'vitest'
import { MINUTE_MS } from '#kit/durations.ts'
import { type Call, callAs, expectOk, refusal } from '#test/calls.ts'
import { POLICY } from '#test/content-limits.ts'
import { nextRequest } from '#test/discovery-calls.ts'
import { shareAmongTests } from '#test/engines.ts'
import { addInstance, managerForm } from '#test/managers.ts'
import { changeRole, revokeDevice, signIn, signInAs } from '#test/people.ts'
import { create } from '#test/request-calls.ts'
import { buildWorld } from '#test/world.ts'

const REFUSED = { role: [403, 'forbidden'], session: [401, 'session_revoked'] }

/** Defends against an admin who keeps the role for as long as another service takes to answer (CONTRIBUTING rule 3). */
describe('an admin who has lost the role or the session when another service has answered', () => {
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

    interface Waiting {
      service: { faults: Faults; journal: Journal }
      calls: (as: Call) => ReturnType<Call>
    }

    /** Sends a call while Ben is an admin; the service answers after he lost the role or the session. */
    async function answerAfter(lose: (session: TokenResponse) => Promise<void>, { service, calls }: Waiting) {
      await changeRole(app, ben.user.id, 'admin')
      // The attempts per minute are limited (0.5).
      app.clock.advance(MINUTE_MS)
      const session = await signIn(app, 'ben')
      const { promise, resolve } = Promise.withResolvers<void>()
      service.faults.always('* /*', held(promise))
      const arrived = nextRequest(service.journal)
      const answer = calls(callAs(app, session.access_token))
      await arrived
      await lose(session)
      service.faults.clear()
      resolve()
      return refusal(await answer)
    }

    const signedOut = (service: Waiting['service'], calls: Waiting['calls']) =>
      answerAfter(({ device_id }) => revokeDevice(app, device_id), { service, calls })
    const whileLosing = async (service: Waiting['service'], calls: Waiting['calls']) => ({
      role: await answerAfter(() => changeRole(app, ben.user.id, 'user'), { service, calls }),
      session: await signedOut(service, calls),
    })
    return { ...world, jellyfin_id, whileLosing, signedOut }
  })

  it('reads nothing of a library', async () => {
    const { whileLosing, radarr, sonarr, instance_ids } = shared()
    const read = (path: string) => (as: Call) => as('GET', `/api/admin/${path}`)
    const options = read(`instances/${instance_ids.movies}/delivery-options`)
    const webhook = read(`instances/${instance_ids.movies}/webhook`)
    expect(await whileLosing(radarr, options)).toEqual(REFUSED)
    expect(await whileLosing(radarr, webhook)).toEqual(REFUSED)
    expect(await whileLosing(sonarr, read('tv-matches/candidates?q=a'))).toEqual(REFUSED)
  })

  it('sees and links no account of a media server', async () => {
    const { whileLosing, asAdmin, users, jellyfin, jellyfin_id } = shared()
    const remote_user_id = jellyfin.accounts.add('linked', { password: 'set by hand' }).id
    const account = `/api/admin/users/${users.uma.user.id}/media-servers/${jellyfin_id}/account`
    const look = (as: Call) => as('GET', `/api/admin/media-servers/${jellyfin_id}/users`)
    const link = (as: Call) => as('PUT', account, { remote_user_id })
    const manage = (as: Call) => as('PATCH', `${account}/management`, { manage_access: true })
    expect(await whileLosing(jellyfin, look)).toEqual(REFUSED)
    expect(await whileLosing(jellyfin, link)).toEqual(REFUSED)
    expect(expectOk(await asAdmin('GET', '/api/admin/media-servers/accounts'))).toEqual([])
    expectOk(await link(asAdmin))
    expect(await whileLosing(jellyfin, manage)).toEqual(REFUSED)
    const [row] = expectOk(await asAdmin('GET', '/api/admin/media-servers/accounts'))
    expect(row).toMatchObject({ remote_user_id, manage_access: false })
  })

  it('changes the limits of nobody', async () => {
    const { signedOut, asAdmin, users, tmdb } = shared()
    const path = `/api/admin/users/${users.uma.user.id}/content-policy`
    // The lists are cached for a day, so only the first call waits for the service.
    expect(await signedOut(tmdb, as => as('PUT', path, POLICY))).toEqual(REFUSED.session)
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
    expect([added, changed]).toEqual([REFUSED, REFUSED])
    expect(expectOk(await asAdmin('GET', '/api/admin/instances'))).toEqual(before)
  })

  it.each([0, 5])('decides no request, with %i seconds to undo it', async delay_seconds => {
    const { whileLosing, asUma, asAdmin, radarr4k, instance_ids } = shared()
    const { request_id } = (await create(asUma, { media_type: 'movie', tmdb_id: MOVIE.absent })).body
    const body = { instance_id: instance_ids.movies_4k, delay_seconds }
    const approve = (as: Call) => as('POST', `/api/admin/requests/${request_id}/approve`, body)
    expect(await whileLosing(radarr4k, approve)).toEqual(REFUSED)
    const [row] = expectOk(await asAdmin('GET', '/api/admin/requests'))
    expect(row).toMatchObject({ id: request_id, instance_id: instance_ids.movies })
    expect(row).not.toHaveProperty('decision_due_at')
  })

  it('changes no match, repairs no request and connects no book list', async () => {
    const { whileLosing, signedOut, asAdmin, asUma, tmdb, sonarr, hardcover, instance_ids } = shared()
    const path = `/api/admin/tv-matches/${SHOW.harbour_nine}`
    const { match } = expectOk(await asAdmin('GET', path))
    const pause = { revision: match.revision, mode: 'paused' }
    expect(await whileLosing(sonarr, as => as('PUT', path, pause))).toEqual(REFUSED)
    expect(expectOk(await asAdmin('GET', path)).match).toEqual(match)
    const wish = { media_type: 'tv' as const, tmdb_id: SHOW.harbour_nine, seasons: [1] }
    const { request_id } = (await create(asUma, wish)).body
    const repair = (as: Call) =>
      as('POST', `/api/admin/requests/${request_id}/repair-tv-match`, { revision: match.revision })
    expectOk(await asAdmin('DELETE', '/api/admin/operations/caches'))
    // The ids of the show are cached for a month.
    expect(await signedOut(tmdb, repair)).toEqual(REFUSED.session)
    const list = `/api/admin/instances/${instance_ids.books}/book-list-connection`
    const connect = (as: Call) => as('PUT', list, { token: hardcover.token })
    expect(await whileLosing(hardcover, connect)).toEqual(REFUSED)
    expect(expectOk(await asAdmin('GET', list)).configured).toBe(false)
  })
})
