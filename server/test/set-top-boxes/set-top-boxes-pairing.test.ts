import { describe, expect, it } from 'vitest'
import { callAs, expectOk, refusal } from '#test/calls.ts'
import { shareAmongTests } from '#test/engines.ts'
import { changeRole, revokeDevice, signIn, signInAs } from '#test/people.ts'
import { beginPairing, pairBox, startHelper } from '#test/set-top-boxes.ts'
import { buildWorld } from '#test/world.ts'

const PAIRINGS = '/api/set-top-boxes/pairings'
const EXPIRED = [404, 'pairing_expired']

async function begin() {
  const { helper, env } = await startHelper()
  const world = await buildWorld({ env })
  const complete = (call: typeof world.asAdmin, id: string, pin: unknown) =>
    call('POST', `${PAIRINGS}/${id}/complete`, { pin })
  return { ...world, helper, complete }
}

describe('pairing with a set-top box (2:4.12)', () => {
  const shared = shareAmongTests(begin)
  const running = () => shared().helper.started.at(-1)

  it('shows a PIN for five minutes, and saves credentials that only this server can open', async () => {
    const { asAdmin, app, helper, complete } = shared()
    const box = helper.addBox({ name: 'Den' })
    const { name, address, identifier } = box
    const begun = await asAdmin('POST', PAIRINGS, { name, address, identifier })
    expect([begun.status, begun.body]).toEqual([
      201,
      {
        id: begun.body.id,
        state: 'pin_required',
        device: { name, address, identifier },
        expires_at: new Date(app.clock.now().getTime() + 300_000).toISOString(),
      },
    ])
    const done = await complete(asAdmin, begun.body.id, box.pin)
    expect([done.status, done.body]).toEqual([201, { id: done.body.id, name, address, identifier }])
    await running()?.ended
    const [credentials = ''] = box.credentials
    const row = await app.database.read
      .selectFrom('set_top_boxes')
      .selectAll()
      .where('id', '=', done.body.id)
      .executeTakeFirstOrThrow()
    expect(row.credentials_box).toMatch(/^v1\./)
    expect(JSON.stringify(row)).not.toContain(credentials)
    expect(refusal(await complete(asAdmin, begun.body.id, box.pin))).toEqual(EXPIRED)
    expect((await asAdmin('POST', `/api/set-top-boxes/${done.body.id}/check`)).body).toEqual({
      state: 'checked',
    })
  })

  it('replaces the credentials of a box that is paired already', async () => {
    const { asAdmin, app, helper } = shared()
    const box = helper.addBox()
    const id = await pairBox(asAdmin, box)
    box.credentials.clear()
    const check = async () => (await asAdmin('POST', `/api/set-top-boxes/${id}/check`)).body
    expect(await check()).toMatchObject({ code: 'needs_pairing' })
    expect(await pairBox(asAdmin, { ...box, name: 'Attic' })).toBe(id)
    expect(await check()).toEqual({ state: 'checked' })
    const row = await app.database.read
      .selectFrom('set_top_boxes')
      .select(['name', 'revision'])
      .where('id', '=', id)
      .executeTakeFirst()
    expect(row).toEqual({ name: 'Attic', revision: 2 })
  })

  it('refuses what is not a PIN and goes on; a wrong one ends the ceremony', async () => {
    const { asAdmin, helper, complete } = shared()
    const box = helper.addBox()
    const { id } = await beginPairing(asAdmin, box)
    for (const pin of ['', '123', '12345', 'abcd']) {
      expect(refusal(await complete(asAdmin, id, pin))).toEqual([400, 'invalid_pin'])
    }
    expect(refusal(await complete(asAdmin, id, undefined))).toEqual([400, 'invalid_request'])
    expect(refusal(await complete(asAdmin, id, '9999'))).toEqual([400, 'invalid_pin'])
    await running()?.ended
    expect(refusal(await complete(asAdmin, id, box.pin))).toEqual(EXPIRED)
    expect(box.credentials.size).toBe(0)
  })

  it('belongs to the session that began it', async () => {
    const { app, asAdmin, helper, complete } = shared()
    const box = helper.addBox()
    const { id } = await beginPairing(asAdmin, box)
    const again = callAs(app, (await signIn(app, 'ana')).access_token)
    const other = callAs(app, (await signInAs(app, 'oda', 'admin')).access_token)
    for (const call of [again, other]) {
      expect(refusal(await complete(call, id, box.pin))).toEqual(EXPIRED)
      expect(refusal(await call('DELETE', `${PAIRINGS}/${id}`))).toEqual(EXPIRED)
    }
    expect((await complete(asAdmin, id, box.pin)).status).toBe(201)
  })

  it('is cancelled, which ends the helper', async () => {
    const { asAdmin, helper } = shared()
    const { id } = await beginPairing(asAdmin, helper.addBox())
    expect(expectOk(await asAdmin('DELETE', `${PAIRINGS}/${id}`))).toEqual({ state: 'cancelled' })
    await running()?.ended
    expect(refusal(await asAdmin('DELETE', `${PAIRINGS}/${id}`))).toEqual(EXPIRED)
  })

  it('ends after five minutes, also while the box is checking the PIN', async () => {
    const { app, asAdmin, helper, complete } = shared()
    const box = helper.addBox()
    const { id } = await beginPairing(asAdmin, box)
    const checking = helper.hold('pin')
    app.clock.advance(299_999)
    const answer = complete(asAdmin, id, box.pin)
    await checking
    expect(refusal(await complete(asAdmin, id, box.pin))).toEqual([409, 'busy'])
    app.clock.advance(1)
    expect(refusal(await answer)).toEqual(EXPIRED)
    await running()?.ended
    expect(box.credentials.size).toBe(0)
  })

  it('saves nothing when it is cancelled while the box is checking the PIN', async () => {
    const { asAdmin, helper, complete } = shared()
    const box = helper.addBox({ name: 'Cancelled' })
    const { id } = await beginPairing(asAdmin, box)
    const checking = helper.hold('pin')
    const answer = complete(asAdmin, id, box.pin)
    await checking
    expectOk(await asAdmin('DELETE', `${PAIRINGS}/${id}`))
    expect(refusal(await answer)).toEqual(EXPIRED)
    const { devices } = expectOk(await asAdmin('GET', '/api/set-top-boxes'))
    expect(devices.map((one: { name: string }) => one.name)).not.toContain('Cancelled')
  })

  it.each([
    ['is revoked', (app: Begun['app'], { device_id }: Session) => revokeDevice(app, device_id), 401],
    [
      'is no admin’s any more',
      (app: Begun['app'], { user }: Session) => changeRole(app, user.id, 'user'),
      403,
    ],
  ] as const)(
    'ends within seconds when the session %s, and its PIN saves nothing',
    async (how, change, status) => {
      const { app, helper, complete } = shared()
      const session = await signInAs(app, `admin-${status}`, 'admin')
      const call = callAs(app, session.access_token)
      const box = helper.addBox({ name: how })
      const { id } = await beginPairing(call, box)
      const left = running()
      const second = await beginPairing(call, box)
      const checking = helper.hold('pin')
      const answer = complete(call, second.id, box.pin)
      const { proceed } = await checking
      await change(app, session)
      proceed()
      expect((await answer).status).toBe(status)
      app.clock.advance(2000)
      await left?.ended
      expect((await complete(call, id, box.pin)).status).toBe(status)
      const saved = app.database.read.selectFrom('set_top_boxes').select('id').where('name', '=', how)
      expect(await saved.execute()).toEqual([])
    },
  )

  it.each([
    ['unreachable', 503, 'unreachable'],
    ['pairing_failed', 502, 'pairing_failed'],
    ['not a code of ours', 502, 'pairing_failed'],
  ])('answers the problem %s with %i %s', async (problem, status, code) => {
    const { asAdmin, helper } = shared()
    const { name, address, identifier } = helper.addBox()
    helper.next('pair', process => process.finish({ state: 'error', code: problem }))
    expect(refusal(await asAdmin('POST', PAIRINGS, { name, address, identifier }))).toEqual([status, code])
  })

  it('is over when the helper dies while it waits for the PIN', async () => {
    const { asAdmin, helper, complete } = shared()
    const { id } = await beginPairing(asAdmin, helper.addBox())
    running()?.die()
    await running()?.ended
    const answer = await complete(asAdmin, id, '1234')
    expect([404, 502]).toContain(answer.status)
    expect(refusal(await complete(asAdmin, id, '1234'))).toEqual(EXPIRED)
  })
})

type Begun = Awaited<ReturnType<typeof begin>>
type Session = Awaited<ReturnType<typeof signInAs>>

describe('many pairings (2/4.12, C37)', () => {
  it('are eight at once; a ninth is busy until one ends, and the server takes all along', async () => {
    const { app, asAdmin, helper } = await begin()
    const box = helper.addBox()
    const { name, address, identifier } = box
    const begun = await Promise.all(Array.from({ length: 8 }, () => beginPairing(asAdmin, box)))
    const ninth = () => asAdmin('POST', PAIRINGS, { name, address, identifier })
    expect(refusal(await ninth())).toEqual([409, 'busy'])
    expectOk(await asAdmin('DELETE', `${PAIRINGS}/${begun[0].id}`))
    expect((await ninth()).status).toBe(201)
    await app.close()
    await Promise.all(helper.started.map(process => process.ended))
  })
})
