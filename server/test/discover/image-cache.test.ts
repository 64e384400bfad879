import { readdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { garbage, MOVIE, status } from '@foyer/simulators'
import { describe, expect, it } from 'vitest'
import { type CallOptions, startApp } from '#test/app.ts'
import { refusal } from '#test/calls.ts'
import { temporaryFolder } from '#test/engines.ts'
import { startSimulators } from '#test/managers.ts'
import { signInAs } from '#test/people.ts'

const SETTINGS = '/api/admin/image-cache'

async function begin() {
  const world = await startSimulators({ products: ['tmdb'] })
  const folder = temporaryFolder()
  const env = { APP_DATA_DIR: folder, APP_TMDB_IMAGE_URL: `${world.tmdb.url}/t/p` }
  const app = await startApp({ env })
  const { access_token: admin } = await app.setUp()
  const bob = await signInAs(app, 'bob', 'user')
  const file = world.catalogue.movie(MOVIE.with_file)?.poster_path ?? ''
  const token = bob.access_token
  return {
    app,
    world,
    admin,
    bob,
    env,
    file,
    get: (path: string, options: CallOptions = {}) =>
      app.call('GET', `/api/images/${path}`, { token, ...options }),
    save: (body: object) => app.call('PUT', SETTINGS, { token: admin, body }),
    kept: () =>
      readdirSync(join(folder, 'image-cache'), { recursive: true, encoding: 'utf8' }).filter(name =>
        name.includes('.'),
      ),
    place: (name: string) => join(folder, 'image-cache', name),
    asked: () => world.tmdb.journal.requests('GET /t/p/*').length,
    config: async () => (await app.call('GET', '/api/config', { token })).body.image_base_url,
  }
}

describe('kept pictures (1/4.2)', () => {
  it('are off until an admin turns them on, and what is not named stays', async () => {
    const { app, admin, get, file, save, asked, config, env } = await begin()
    const first = await app.call('GET', SETTINGS, { token: admin })
    expect(first.body).toEqual({ enabled: false, max_megabytes: 1024, used_megabytes: 0 })
    expect(refusal(await get(`w342${file}`))).toEqual([404, 'not_found'])
    expect(asked()).toBe(0)
    expect(await config()).toBe(env.APP_TMDB_IMAGE_URL)
    expect((await save({ max_megabytes: 64 })).body).toMatchObject({ enabled: false, max_megabytes: 64 })
    expect((await save({ enabled: true })).body).toMatchObject({ enabled: true, max_megabytes: 64 })
    expect(await config()).toBe('/api/images')
    for (const body of [{ max_megabytes: 0 }, { max_megabytes: 1.5 }, { enabled: 'yes' }]) {
      expect(refusal(await save(body))).toEqual([400, 'validation'])
    }
  })

  it('are fetched once, kept on disk and served by the image cookie too (R14)', async () => {
    const { get, file, save, asked, kept, app } = await begin()
    await save({ enabled: true })
    const answers = await Promise.all([get(`w342${file}`), get(`w342${file}`), get(`w342${file}`)])
    const [picture] = answers
    expect(answers.map(one => one.status)).toEqual([200, 200, 200])
    expect(picture?.headers['content-type']).toMatch(/^image\/(jpeg|png)$/)
    expect(picture?.headers['cache-control']).toBe('private, max-age=86400')
    expect((await get(`w342${file}`)).raw).toEqual(picture?.raw)
    expect(asked()).toBe(1)
    expect(kept()).toEqual([`w342${file}`])
    const signIn = await app.call('POST', '/api/auth/login', {
      body: { username: 'bob', password: 'correct horse' },
      from: '198.51.100.7',
    })
    const cookie = /foyer_images=[^;]+/.exec(String(signIn.headers['set-cookie']))?.[0] ?? ''
    const byCookie = await app.call('GET', `/api/images/w342${file}`, { headers: { cookie } })
    expect(byCookie.status).toBe(200)
    expect((await app.call('GET', `/api/images/w342${file}`)).status).toBe(401)
    expect((await app.call('GET', '/api/config', { headers: { cookie } })).status).toBe(401)
  })

  it('are fetched again when the file is broken', async () => {
    const { get, file, save, asked, place } = await begin()
    await save({ enabled: true })
    const picture = (await get(`w342${file}`)).raw
    writeFileSync(place(`w342${file}`), picture.subarray(0, 100))
    expect((await get(`w342${file}`)).raw).toEqual(picture)
    expect(asked()).toBe(2)
    expect((await get(`w342${file}`)).raw).toEqual(picture)
    expect(asked()).toBe(2)
  })

  it('come from one host, by sizes and names of its own, and nothing else is asked for', async () => {
    const { get, file, save, asked } = await begin()
    await save({ enabled: true })
    for (const path of [
      `w999${file}`,
      'w342/logo.svg',
      'w342/..%2F..%2F3%2Fconfiguration.jpg',
      'w342/a%5Cb.jpg',
      'w342/.jpg',
      `w342${file}?size=original`,
    ]) {
      expect([path, ...refusal(await get(path))]).toEqual([path, 400, 'validation'])
    }
    expect(asked()).toBe(0)
  })

  it('are raster pictures, whatever the other end sends, and failures are not kept', async () => {
    const { get, file, save, kept, world } = await begin()
    await save({ enabled: true })
    world.tmdb.faults.next('GET /t/p/*', garbage('html'), status(500))
    expect(refusal(await get(`w342${file}`))).toEqual([502, 'upstream_failed'])
    expect(refusal(await get(`w342${file}`))).toEqual([502, 'upstream_failed'])
    expect(refusal(await get('w342/nothing.jpg'))).toEqual([404, 'not_found'])
    expect(kept()).toEqual([])
    expect((await get(`w342${file}`)).status).toBe(200)
  })

  it('leave when they are thrown away, and come again when they are shown again', async () => {
    const { app, admin, bob, get, file, save, kept, asked } = await begin()
    await save({ enabled: true })
    await get(`w342${file}`)
    const refused = await app.call('DELETE', SETTINGS, { token: bob.access_token })
    expect(refusal(refused)).toEqual([403, 'forbidden'])
    const cleared = await app.call('DELETE', SETTINGS, { token: admin })
    expect(cleared.body).toEqual({ enabled: true, max_megabytes: 1024, used_megabytes: 0 })
    expect(kept()).toEqual([])
    expect((await get(`w342${file}`)).status).toBe(200)
    expect(asked()).toBe(2)
  })

  it('leave when it is turned off', async () => {
    const { get, file, save, kept } = await begin()
    await save({ enabled: true })
    await get(`w342${file}`)
    await get(`w500${file}`)
    expect(kept()).toHaveLength(2)
    expect((await save({ enabled: false })).body).toMatchObject({ enabled: false, used_megabytes: 0 })
    expect(kept()).toEqual([])
    expect(refusal(await get(`w342${file}`))).toEqual([404, 'not_found'])
  })
})
