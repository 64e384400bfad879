import { truncateSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { PASSWORD } from '#test/app.ts'
import { callAs, refusal } from '#test/calls.ts'
import { ENGINES, shareAmongTests } from '#test/engines.ts'
import { buildDownloads } from '#test/media-files.ts'
import { addUser } from '#test/people.ts'
import { buildWorld } from '#test/world.ts'

const NEXT = 'another horse entirely'
const ENDED = [401, 'session_revoked']

describe.each(ENGINES)('own sessions on %s (C68)', engine => {
  const world = shareAmongTests(() => buildWorld({ engine }))

  /** Somebody new, signed in on two devices. */
  async function begin(name: string) {
    const { app, admin, asAdmin } = world()
    const bob = await addUser(app, asAdmin, name)
    app.clock.advance(1000)
    const tablet = await addUser(app, asAdmin, name)
    const alive = async (token: string) => refusal(await callAs(app, token)('GET', '/api/auth/me'))
    const asBob = callAs(app, bob.access_token)
    const setMethods = (body: object) =>
      asAdmin('PATCH', `/api/admin/users/${bob.user.id}/auth-methods`, body)
    return { app, admin, asAdmin, bob, tablet, asBob, alive, setMethods }
  }

  it('lists the own devices alone, the last used first, and says which one asks', async () => {
    const { app, bob, tablet, asBob } = await begin('bea')
    const { status, body } = await asBob('GET', '/api/me/devices')
    const later = app.clock.now().toISOString()
    const at = new Date(app.clock.now().getTime() - 1000).toISOString()
    const device = { name: "bea's phone", kind: 'app' }
    expect([status, body]).toEqual([
      200,
      {
        devices: [
          { ...device, id: tablet.device_id, current: false, created_at: later, last_used_at: later },
          { ...device, id: bob.device_id, current: true, created_at: at, last_used_at: at },
        ],
      },
    ])
  })

  it("signs out one of them, also the current one, and nobody else's", async () => {
    const { admin, bob, tablet, asBob, alive } = await begin('cid')
    const end = (id: string) => asBob('DELETE', `/api/me/devices/${id}`)
    expect(refusal(await end(admin.device_id))).toEqual([404, 'not_found'])
    expect(await alive(admin.access_token)).toEqual([200, undefined])
    expect((await end(tablet.device_id)).body).toEqual({ status: 'revoked' })
    expect(await alive(tablet.access_token)).toEqual(ENDED)
    expect(refusal(await end(tablet.device_id))).toEqual([404, 'not_found'])
    expect((await end(bob.device_id)).body).toEqual({ status: 'revoked' })
    expect(await alive(bob.access_token)).toEqual(ENDED)
  })

  it('signs out all but the one that asks, and counts them', async () => {
    const { admin, bob, tablet, asBob, alive } = await begin('dan')
    expect((await asBob('DELETE', '/api/me/devices')).body).toEqual({ status: 'revoked', revoked: 1 })
    expect(await alive(tablet.access_token)).toEqual(ENDED)
    expect(await alive(bob.access_token)).toEqual([200, undefined])
    expect(await alive(admin.access_token)).toEqual([200, undefined])
    expect((await asBob('DELETE', '/api/me/devices')).body).toEqual({ status: 'revoked', revoked: 0 })
  })

  it('a first password ends no session, a replaced one every other', async () => {
    const { bob, tablet, asBob, alive, setMethods } = await begin('eve')
    await setMethods({ password_enabled: true, passkey_enabled: true })
    const set = (password: string) => asBob('POST', '/api/auth/password', { password })
    expect((await set(PASSWORD)).status).toBe(200)
    expect(await alive(tablet.access_token)).toEqual([200, undefined])
    const wrong = { password: NEXT, current_password: NEXT }
    expect(refusal(await asBob('POST', '/api/auth/password', wrong))).toEqual([400, 'bad_credentials'])
    expect(await alive(tablet.access_token)).toEqual([200, undefined])
    expect((await set(NEXT)).status).toBe(200)
    expect(await alive(tablet.access_token)).toEqual(ENDED)
    expect(await alive(bob.access_token)).toEqual([200, undefined])
  })

  it('a password that an admin takes ends every session of that person', async () => {
    const { admin, bob, tablet, asBob, alive, setMethods } = await begin('fay')
    await setMethods({ password_enabled: true })
    await setMethods({ password_enabled: false })
    // There was none to take.
    expect(await alive(tablet.access_token)).toEqual([200, undefined])
    await setMethods({ password_enabled: true })
    await asBob('POST', '/api/auth/password', { password: NEXT })
    await setMethods({ password_enabled: false })
    expect(await alive(bob.access_token)).toEqual(ENDED)
    expect(await alive(tablet.access_token)).toEqual(ENDED)
    expect(await alive(admin.access_token)).toEqual([200, undefined])
  })

  it('an admin who gives up the own password stays signed in here, and nowhere else', async () => {
    const { app, admin, asAdmin, asBob, users } = await buildWorld({ engine, users: ['bob'] })
    const alive = async (token: string) => refusal(await callAs(app, token)('GET', '/api/auth/me'))
    const { id } = users.bob.user
    await asAdmin('PATCH', `/api/admin/users/${id}`, { role: 'admin' })
    await asAdmin('PATCH', `/api/admin/users/${id}/auth-methods`, { password_enabled: true })
    await asBob('POST', '/api/auth/password', { password: NEXT })
    const other = await callAs(app)('POST', '/api/auth/login', { username: 'ana', password: PASSWORD })
    const off = await asAdmin('PATCH', `/api/admin/users/${admin.user.id}/auth-methods`, {
      password_enabled: false,
    })
    expect([off.status, off.body.has_password]).toEqual([200, false])
    expect(await alive(admin.access_token)).toEqual([200, undefined])
    expect(await alive(other.body.access_token)).toEqual(ENDED)
  })
})

it('C68 a download link ends with the device that made it', async () => {
  const { app, asAdmin, asBob, ticket, get } = await buildDownloads()
  const tablet = await addUser(app, asAdmin, 'bob')
  const [own, theirs] = [await ticket(), await ticket(callAs(app, tablet.access_token))]
  expect([await get(own.url), await get(theirs.url)].map(one => one.status)).toEqual([200, 200])
  await asBob('DELETE', '/api/me/devices')
  expect((await get(own.url)).status).toBe(200)
  expect(refusal(await get(theirs.url))).toEqual([404, 'ticket_invalid'])
})

it('C68 a download that runs ends with the device that began it', async () => {
  const { app, asAdmin, asBob, movie, ticket } = await buildDownloads()
  // More than the buffers between server and client take, so that it cannot be over before.
  truncateSync(movie.local, 64 * 1024 * 1024)
  const address = await app.http.listen({ port: 0, host: '127.0.0.1' })
  const tablet = await addUser(app, asAdmin, 'bob')
  const { url } = await ticket(callAs(app, tablet.access_token))
  const download = await fetch(`${address}${url}`)
  const reader = download.body?.getReader()
  await reader?.read()
  await asBob('DELETE', '/api/me/devices')
  app.clock.advance(2000)
  const readOn = async () => {
    while (!(await reader?.read())?.done);
  }
  await expect(readOn()).rejects.toThrow('terminated')
})
