import { describe, expect, it } from 'vitest'
import { startApp } from '#test/app.ts'
import { freshPostgresUrl } from '#test/engines.ts'
import { eventually } from '#test/eventually.ts'
import { insertInstance } from '#test/managers.ts'
import { addGranted, signInAs } from '#test/people.ts'

const ENGINES = ['sqlite', 'postgres'] as const

async function begin(engine: (typeof ENGINES)[number] = 'sqlite') {
  const env: Record<string, string> =
    engine === 'postgres' ? { APP_DATABASE_URL: await freshPostgresUrl() } : {}
  const app = await startApp({ env })
  const { access_token: token } = await app.setUp()
  await insertInstance(app, { id: 'in_m1', service_type: 'movie_manager' })
  await insertInstance(app, { id: 'in_m2', service_type: 'movie_manager' })
  await insertInstance(app, { id: 'in_b1', service_type: 'book_manager' })
  await insertInstance(app, { id: 'in_b2', service_type: 'book_manager' })
  const bob = (await signInAs(app, 'bob', 'user')).user.id
  const eve = (await signInAs(app, 'eve', 'user')).user.id
  const ask = (method: string, path: string, body?: unknown) =>
    app.call(method, `/api/admin${path}`, { token, ...(body !== undefined && { body }) })
  const told: number[][] = []
  app.broadcast.on('event', message => {
    // The channel carries what the hub published; its shape is the hub's own.
    const { type, audience } = message as unknown as { type: string; audience: { user_ids?: number[] } }
    if (type === 'config_changed' && audience.user_ids) told.push(audience.user_ids)
  })
  return { app, ask, bob, eve, told }
}

describe.each(ENGINES)('who may use what, on %s', engine => {
  it('1/4.12 replaces default instances as a whole; empty or absent clears', async () => {
    const { ask, bob, eve, told } = await begin(engine)
    const path = `/users/${bob}/default-instances`
    expect((await ask('GET', path)).body).toEqual({})
    const both = { movie_manager: 'in_m2', book_manager: 'in_b1' }
    expect((await ask('PUT', path, both)).body).toEqual(both)
    expect((await ask('PUT', path, { movie_manager: 'in_m1', book_manager: '' })).body).toEqual({
      movie_manager: 'in_m1',
    })
    expect((await ask('GET', path)).body).toEqual({ movie_manager: 'in_m1' })
    expect((await ask('GET', `/users/${eve}/default-instances`)).body).toEqual({})
    expect((await ask('PUT', path, {})).body).toEqual({})
    await eventually(() => expect(told).toEqual([[bob], [bob], [bob]]))
  })

  it('1/4.12 replaces grants and leaves default pins alone', async () => {
    const { ask, bob } = await begin(engine)
    const path = `/users/${bob}/instance-grants`
    await ask('PUT', `/users/${bob}/default-instances`, { book_manager: 'in_b1' })
    const wanted = { movie_manager: ['in_m1', 'in_m2'], book_manager: ['in_b2'] }
    expect((await ask('PUT', path, wanted)).body).toEqual(wanted)
    expect((await ask('PUT', path, { movie_manager: ['in_m2', 'in_m2'], book_manager: [] })).body).toEqual({
      movie_manager: ['in_m2'],
    })
    expect((await ask('GET', path)).body).toEqual({ movie_manager: ['in_m2'] })
    expect((await ask('GET', `/users/${bob}/default-instances`)).body).toEqual({ book_manager: 'in_b1' })
  })

  it('1/I replaces who was granted an instance and never moves a pin', async () => {
    const { ask, bob, eve, told } = await begin(engine)
    await ask('PUT', `/users/${bob}/default-instances`, { book_manager: 'in_b1' })
    const path = '/instances/in_b1/grant-users'
    expect((await ask('GET', path)).body).toEqual({ user_ids: [] })
    expect((await ask('PUT', path, { user_ids: [eve, bob, eve] })).body).toEqual({ user_ids: [bob, eve] })
    expect((await ask('PUT', path, { user_ids: [eve] })).body).toEqual({ user_ids: [eve] })
    expect((await ask('GET', `/users/${bob}/default-instances`)).body).toEqual({ book_manager: 'in_b1' })
    await eventually(() => expect(told).toEqual([[bob], [eve, bob], [bob]]))
  })

  it('1/4.12 refuses unknown people, unknown instances and instances of another kind, and changes nothing', async () => {
    const { ask, bob, told } = await begin(engine)
    const cases = [
      ['PUT', `/users/${bob}/default-instances`, { movie_manager: 'in_x' }, 404, 'instance_not_found'],
      ['PUT', `/users/${bob}/default-instances`, { movie_manager: 'in_b1' }, 400, 'validation'],
      ['PUT', `/users/${bob}/instance-grants`, { movie_manager: ['in_x'] }, 404, 'instance_not_found'],
      ['PUT', `/users/${bob}/instance-grants`, { movie_manager: ['in_m1', 'in_b1'] }, 400, 'validation'],
      ['PUT', '/users/999/instance-grants', {}, 404, 'not_found'],
      ['GET', '/users/999/default-instances', undefined, 404, 'not_found'],
      ['GET', '/users/x/instance-grants', undefined, 400, 'validation'],
      ['PUT', '/instances/in_b1/grant-users', { user_ids: [bob, 999] }, 400, 'validation'],
      ['PUT', '/instances/in_x/grant-users', { user_ids: [bob] }, 404, 'not_found'],
    ] as const
    for (const [method, path, body, status, code] of cases) {
      const answer = await ask(method, path, body)
      expect([path, answer.status, answer.body.code]).toEqual([path, status, code])
    }
    expect((await ask('GET', `/users/${bob}/instance-grants`)).body).toEqual({})
    expect(told).toEqual([])
  })

  it('1/I shows however many were granted, and takes at most 1000 at once', async () => {
    const { app, ask } = await begin(engine)
    const user_ids = await addGranted(app, 'in_b1', 1001)
    const path = '/instances/in_b1/grant-users'
    const shown = await ask('GET', path)
    expect([shown.status, shown.body]).toEqual([200, { user_ids }])
    expect((await ask('PUT', path, { user_ids })).body.code).toBe('validation')
    const thousand = { user_ids: user_ids.slice(1) }
    expect((await ask('PUT', path, thousand)).body).toEqual(thousand)
  })

  it('keeps every grant when the same person is given two at once', async () => {
    const { ask, bob } = await begin(engine)
    const answers = await Promise.all(
      ['in_m1', 'in_m2', 'in_b1', 'in_b2'].map(id =>
        ask('PUT', `/instances/${id}/grant-users`, { user_ids: [bob] }),
      ),
    )
    expect(answers.map(answer => answer.status)).toEqual([200, 200, 200, 200])
    expect((await ask('GET', `/users/${bob}/instance-grants`)).body).toEqual({
      movie_manager: ['in_m1', 'in_m2'],
      book_manager: ['in_b1', 'in_b2'],
    })
  })
})

it('0.3 ignores kinds of instances that this server does not know', async () => {
  const { ask, bob } = await begin()
  const answer = await ask('PUT', `/users/${bob}/default-instances`, { download_client: 'in_m1' })
  expect([answer.status, answer.body]).toEqual([200, {}])
})
