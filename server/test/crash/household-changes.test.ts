import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { MOVIE, startWorld } from '@foyer/simulators'
import { afterAll, beforeAll, it } from 'vitest'
import { lastingFolder } from '#test/memory-disk.ts'
import { openWithAdmin } from './prepared-server.ts'
import { expectWholeOrAbsent } from './whole-or-absent.ts'

/** A data folder to copy: libraries of three kinds, and bob, who asks for music and whose request waits for approval. */
async function prepare(folder: string) {
  const world = await startWorld({ products: ['tmdb', 'trakt', 'radarr', 'radarr4k', 'lidarr', 'chaptarr'] })
  const data = join(folder, 'prepared')
  const { app, ask, env, token } = await openWithAdmin(data, world)
  const add = async (service_type: string, name: string, at: { url: string; api_key: string }) => {
    const body = { service_type, name, url: at.url, api_key: at.api_key }
    return (await ask({ method: 'POST', path: '/api/admin/instances', body, token })).id as string
  }
  const movies = await add('movie_manager', 'Movies', world.radarr)
  const movies4k = await add('movie_manager', '4K', world.radarr4k)
  const music = await add('music_manager', 'Music', world.lidarr)
  await add('book_manager', 'Books', world.chaptarr)
  const invite = { method: 'POST', path: '/api/admin/connect-token', body: { name: 'bob' }, token } as const
  const { user_id, link }: { user_id: number; link: string } = await ask(invite)
  const connect = { token: new URL(link).searchParams.get('token') ?? '' }
  const bob: string = (await ask({ method: 'POST', path: '/api/auth/connect', body: connect })).access_token
  const grants = { movie_manager: [movies, movies4k] }
  await ask({ method: 'PUT', path: `/api/admin/users/${user_id}/instance-grants`, body: grants, token })
  const rules = { require_approval: true }
  await ask({ method: 'PUT', path: '/api/admin/request-settings', body: rules, token })
  const movie = { media_type: 'movie', tmdb_id: MOVIE.absent }
  const { request_id } = await ask({ method: 'POST', path: '/api/requests', body: movie, token: bob })
  await ask({ method: 'POST', path: '/api/me/library-access', body: { media_type: 'music' }, token: bob })
  const prepared = { world, music, folder, data, env, token, bob, user_id, movies, movies4k, request_id }
  await app.jobs.settle()
  await app.close()
  return prepared
}

let folder: string
let prepared: Awaited<ReturnType<typeof prepare>>

beforeAll(async () => {
  folder = lastingFolder('foyer-household-')
  prepared = await prepare(folder)
})
afterAll(async () => {
  await prepared.world.close()
  rmSync(folder, { recursive: true, force: true })
})

it('an ask for a library is there with its alert, or not at all', async () => {
  const { bob: token } = prepared
  await expectWholeOrAbsent(prepared, 'ask', {
    order: { method: 'POST', path: '/api/me/library-access', body: { media_type: 'book' }, token },
    async read(db) {
      const asks = await db.selectFrom('access_asks').select('state').execute()
      const alerts = await db
        .selectFrom('alerts')
        .select('type')
        .where('type', '=', 'library_access_request')
        .execute()
      return [asks.length, alerts.length]
    },
    before: [1, 1],
    after: [2, 2],
  })
})

it('access is given with the answer to the ask, or the ask stays open', async () => {
  const { token, user_id, music } = prepared
  await expectWholeOrAbsent(prepared, 'grant', {
    order: { method: 'POST', path: `/api/admin/access-asks/${user_id}/music/grant`, body: {}, token },
    async read(db) {
      const { state } = await db.selectFrom('access_asks').select('state').executeTakeFirstOrThrow()
      const grants = await db
        .selectFrom('instance_grants')
        .select('instance_id')
        .where('instance_id', '=', music)
        .execute()
      const told = await db
        .selectFrom('alerts')
        .select('type')
        .where('type', '=', 'library_access_decision')
        .execute()
      return [state, grants.length, told.length]
    },
    before: ['open', 0, 0],
    after: ['granted', 1, 1],
  })
})

it('a request is approved for another library with its charge and its job, or still waits', async () => {
  const { token, request_id, movies, movies4k } = prepared
  await expectWholeOrAbsent(prepared, 'approval', {
    order: {
      method: 'POST',
      path: `/api/admin/requests/${request_id}/approve`,
      body: { instance_id: movies4k },
      token,
    },
    async read(db) {
      const request = await db
        .selectFrom('requests')
        .select(['decision', 'instance_id', 'instance_name'])
        .executeTakeFirstOrThrow()
      const charge = await db.selectFrom('request_charges').select('instance_id').executeTakeFirstOrThrow()
      const delivery = await db.selectFrom('request_deliveries').select('state').executeTakeFirstOrThrow()
      const jobs = await db.selectFrom('jobs').select('lane').where('name', '=', 'deliver-request').execute()
      return [...Object.values(request), charge.instance_id, delivery.state, jobs.map(job => job.lane)]
    },
    before: ['pending', movies, 'Movies', movies, 'approval', []],
    after: ['approved', movies4k, '4K', movies4k, 'queued', [`instance:${movies4k}`]],
  })
})

it('a title is hidden or it is not', async () => {
  const { token } = prepared
  const body = { media_type: 'book', foreign_id: 'hc:42', title: 'Low Water' }
  await expectWholeOrAbsent(prepared, 'hiding', {
    order: { method: 'PUT', path: '/api/admin/hidden-works', body, token },
    read: async db => db.selectFrom('hidden_works').select(['media_type', 'foreign_id', 'title']).execute(),
    before: [] as object[],
    after: [body],
  })
})

it('defaults for new titles are all the old ones or all the new ones', async () => {
  const { token, movies } = prepared
  const delivery_defaults = { root_folder: '/movies', quality_profile_id: 6, tags: [1] }
  await expectWholeOrAbsent<object>(prepared, 'defaults', {
    order: { method: 'PUT', path: `/api/admin/instances/${movies}`, body: { delivery_defaults }, token },
    async read(db) {
      const row = await db
        .selectFrom('instances')
        .select('delivery_defaults')
        .where('id', '=', movies)
        .executeTakeFirstOrThrow()
      return JSON.parse(row.delivery_defaults ?? '{}') as object
    },
    before: {},
    after: delivery_defaults,
  })
})

it('the language and timezone of a person change together', async () => {
  const { bob: token, user_id } = prepared
  const body = { language: 'de', timezone: 'Europe/Berlin' }
  await expectWholeOrAbsent(prepared, 'preferences', {
    order: { method: 'PUT', path: '/api/me/preferences', body, token },
    read: async db =>
      db
        .selectFrom('person_preferences')
        .select(['language', 'timezone'])
        .where('user_id', '=', user_id)
        .execute(),
    before: [] as object[],
    after: [body],
  })
})
