import { dropBefore, garbage, startWorld, status, truncate, wrongKey } from '@foyer/simulators'
import { describe, expect, it } from 'vitest'
import { systemClock } from '#kit/clock.ts'
import { createOutbound } from '#kit/outbound.ts'
import { UpstreamFault } from '#kit/upstream-fault.ts'
import { afterTest } from '#test/engines.ts'
import { createPlexSignIn } from './plex-sign-in.ts'

const CLIENT = 'foyer-test'
const DEVICES = 'GET /devices.xml'
const SIGN_OUT = 'DELETE /api/v2/users/signout'

async function open() {
  const world = await startWorld({ products: ['plexTv', 'plex'] })
  afterTest(() => world.close())
  const outbound = createOutbound({ clock: systemClock, external_proxy: () => null, user_agent: 'test' })
  afterTest(() => outbound.destroy())
  const { cloud, faults, journal, url } = world.plexTv
  const identity = { client_identifier: CLIENT, version: '0.0.0' }
  const account = createPlexSignIn(outbound.external, url, identity)
  const tove = cloud.accounts.values().find(one => one.username === 'tove')
  if (!tove) throw new Error('tove has an account')
  const approve = async () => {
    const pin = await account.begin()
    cloud.approvePin(pin.code, tove.id)
    const found = await account.check(pin)
    if (found === null || found === 'expired') throw new Error('the pin was approved')
    return found.token
  }
  return { account, cloud, faults, journal, tove, approve }
}

async function failureOf(promise: Promise<unknown>): Promise<string> {
  const error = await promise.then(
    () => undefined,
    (reason: unknown) => reason,
  )
  if (error instanceof UpstreamFault) return error.kind
  throw new Error(`did not fail: ${String(error)}`)
}

describe('somebody’s own account at plex.tv (2:4.13.2)', () => {
  it('is proved by a pin, and described', async () => {
    const { account, cloud, tove } = await open()
    const pin = await account.begin()
    expect(pin.url).toBe(
      `https://app.plex.tv/auth#?clientID=${CLIENT}&code=${pin.code}&context%5Bdevice%5D%5Bproduct%5D=Foyer`,
    )
    expect(await account.check(pin)).toBeNull()
    cloud.approvePin(pin.code, tove.id)
    const found = await account.check(pin)
    const token = cloud.devices[0]?.token ?? ''
    expect(found).toEqual({ token })
    expect(await account.describe(token)).toEqual({
      id: String(tove.id),
      username: 'tove',
      email: 'tove@example.org',
    })
    cloud.pins.clear()
    expect(await account.check(pin)).toBe('expired')
  })

  it('loses the devices of Foyer and no other', async () => {
    const { account, cloud, journal, tove, approve } = await open()
    const phone = cloud.addDevice(tove, { client_identifier: 'phone', name: 'a > "b"', product: 'Plex' })
    await approve()
    const token = await approve()
    await account.signOut(token)
    expect(cloud.devices).toEqual([phone])
    expect(journal.requests(SIGN_OUT)).toEqual([])
    expect(await failureOf(account.describe(token))).toBe('rejected_key')
  })

  it.each([
    ['the list fails', DEVICES, status(500)],
    ['the list is cut', DEVICES, truncate()],
    ['the list is something else', DEVICES, garbage('html')],
    ['the device cannot be removed', 'DELETE /devices/:file', dropBefore()],
  ])('ends the token by signing out when %s', async (_when, route, fault) => {
    const { account, cloud, faults, approve } = await open()
    const token = await approve()
    faults.always(route, fault)
    await account.signOut(token)
    expect(cloud.devices).toEqual([])
  })

  it('says so when neither worked, unless the token was dead already', async () => {
    const { account, faults, approve } = await open()
    const token = await approve()
    faults.always(DEVICES, status(500))
    faults.next(SIGN_OUT, status(500))
    expect(await failureOf(account.signOut(token))).toBe('bad_answer')
    faults.next(SIGN_OUT, wrongKey())
    await account.signOut(token)
  })
})
