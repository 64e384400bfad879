import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import { iso } from '#kit/clock.ts'
import { expectOk, refusal } from '#test/calls.ts'
import { ENGINES } from '#test/engines.ts'
import { buildInviteSignIn, createVisitor, INVITE_SIGN_IN, newVerifier } from '#test/invite-sign-in.ts'

/*
 * Defends 2:4.3 and 2/4.3: a sign-in that somebody else began, saw or repeats lets nobody in; the provider's token is
 * neither kept nor shown; strangers cannot fill the database or send traffic to the provider.
 */

const INVALID = [400, 'invalid_flow']
const DENIED = [403, 'sign_in_denied']

describe.each(ENGINES)('a stolen sign-in on %s', engine => {
  it('is exchanged once, also when two try at the same time', async () => {
    const { prove, app } = await buildInviteSignIn({ engine, auto_create: true })
    const { visitor, flow, code } = await prove('ellen77')
    const both = await Promise.all([visitor.exchange(flow, code), visitor.exchange(flow, code)])
    expect(both.map(one => one.status).toSorted((a, b) => a - b)).toEqual([200, 400])
    expect(refusal(await visitor.exchange(flow, code))).toEqual(INVALID)
    expect(refusal(await visitor.check(flow))).toEqual(INVALID)
    const { total } = await app.database.read
      .selectFrom('users')
      .select(eb => eb.fn.countAll<number>().as('total'))
      .executeTakeFirstOrThrow()
    expect(total).toBe(4)
  })

  it('ends after ten minutes, its code after one, and with its cancellation', async () => {
    const { app, prove, approve } = await buildInviteSignIn({ engine, auto_create: true })
    const proven = await prove('ellen77')
    app.clock.advance(59_999)
    expect((await proven.visitor.check(proven.flow)).body.code).toBe(proven.code)
    app.clock.advance(1)
    expect(refusal(await proven.visitor.exchange(proven.flow, proven.code))).toEqual(INVALID)

    const visitor = createVisitor(app)
    const late = expectOk(await visitor.begin())
    app.clock.advance(10 * 60_000 - 1000)
    approve(late.url, 'ellen77')
    const { code } = expectOk(await visitor.check(late.flow))
    app.clock.advance(1000)
    expect(refusal(await visitor.exchange(late.flow, code))).toEqual(INVALID)

    const given_up = expectOk(await visitor.begin())
    expect((await visitor.cancel(given_up.flow)).body).toEqual({ status: 'cancelled' })
    expect(refusal(await visitor.check(given_up.flow))).toEqual(INVALID)
    expect(refusal(await visitor.cancel(given_up.flow))).toEqual(INVALID)
  })
})

describe('a stolen sign-in', () => {
  it('is worth nothing without the verifier, with one body for every reason', async () => {
    const { app, prove } = await buildInviteSignIn({ auto_create: true })
    const { visitor, flow, code } = await prove('ellen77')
    const wrong = newVerifier().verifier
    const answers = [
      await visitor.check(flow, wrong),
      await visitor.exchange(flow, code, wrong),
      await visitor.cancel(flow, wrong),
      await visitor.check(`${flow}x`),
      await visitor.exchange(flow, `${code}x`),
      await visitor.exchange('f_unknown', code),
      await visitor.cancel('f_unknown'),
      // The challenge is public; it is not the verifier.
      await visitor.exchange(flow, code, visitor.challenge),
    ]
    expect(answers.map(refusal)).toEqual(answers.map(() => INVALID))
    expect(new Set(answers.map(one => one.raw.toString())).size).toBe(1)
    // None of it used up the attempt.
    expect((await visitor.exchange(flow, code)).status).toBe(200)
    expect(app.log.entries.map(one => JSON.stringify(one)).join()).not.toContain(code)
  })

  it('does not mix with the one of another browser', async () => {
    const { prove } = await buildInviteSignIn({ auto_create: true })
    const [mine, theirs] = [await prove('ellen77'), await prove('tove')]
    expect(refusal(await mine.visitor.exchange(theirs.flow, theirs.code))).toEqual(INVALID)
    expect(refusal(await mine.visitor.exchange(mine.flow, theirs.code))).toEqual(INVALID)
    expect(refusal(await theirs.visitor.exchange(mine.flow, mine.code))).toEqual(INVALID)
  })

  it('is decided by what is true at the exchange', async () => {
    const world = await buildInviteSignIn({ auto_create: true })
    const { prove, cloud, asAdmin, signIn, linkShare, users } = world
    const removed = await prove('ellen77')
    const kept = cloud.shares.splice(0)
    expect(refusal(await removed.visitor.exchange(removed.flow, removed.code))).toEqual(DENIED)
    cloud.shares.push(...kept)
    const turned_off = await prove('ellen77')
    expectOk(await asAdmin('PUT', '/api/admin/invite-auth', { auto_create: false }))
    expect(refusal(await turned_off.visitor.exchange(turned_off.flow, turned_off.code))).toEqual(DENIED)
    expectOk(await asAdmin('PUT', '/api/admin/invite-auth', { auto_create: true }))
    const linked = await prove('ellen77')
    expectOk(await linkShare(users.uma.user.id, 'ellen@example.org'))
    expect(refusal(await linked.visitor.exchange(linked.flow, linked.code))).toEqual(DENIED)
    // An identity that was unlinked, and a user who was deleted.
    const owner = (await signIn('marlow')).body.user
    const unlinked = await prove('marlow')
    await asAdmin('DELETE', `/api/admin/users/${owner.id}/invite-identity`)
    expect(refusal(await unlinked.visitor.exchange(unlinked.flow, unlinked.code))).toEqual(DENIED)
    await asAdmin('DELETE', `/api/admin/users/${owner.id}`)
    const again = await unlinked.visitor.exchange(unlinked.flow, unlinked.code)
    expect(again.body.user).toMatchObject({ username: 'marlow', role: 'user' })
    expect(again.body.user.id).not.toBe(owner.id)
  })

  it('shows nothing of the provider’s token, the verifier or the code at rest', async () => {
    const { app, prove, cloud, plexTv } = await buildInviteSignIn({ auto_create: true })
    const { visitor, flow, code } = await prove('ellen77')
    const tokens = plexTv.journal.entries
      .map(({ headers }) => headers['x-plex-token'])
      .filter(token => typeof token === 'string')
    // The token of the approval was sent to the provider, and ended there.
    expect(tokens.length).toBeGreaterThan(0)
    expect(cloud.devices).toEqual([])
    const rows = await sql`select * from sign_in_attempts`.execute(app.database.read)
    expect(rows.rows).toHaveLength(1)
    const stored = JSON.stringify(rows.rows) + JSON.stringify(app.log.entries)
    for (const secret of [...tokens, flow, code, visitor.challenge, 'ellen@example.org'])
      expect(stored).not.toContain(secret)
  })
})

describe('strangers', () => {
  it('can open 2048 sign-ins, and beyond that the provider receives nothing', async () => {
    const { app, plexTv } = await buildInviteSignIn()
    const visitor = createVisitor(app)
    const expires_at = iso(app.clock.now().getTime() + 60_000)
    await app.database.transaction(async tx => {
      for (let i = 0; i < 2048; i += 256) {
        const rows = Array.from({ length: 256 }, (_, n) => ({
          flow_hash: `h${i + n}`,
          method: 'invite_server' as const,
          version: 0,
          data: '',
          expires_at,
        }))
        await tx.insertInto('sign_in_attempts').values(rows).execute()
      }
    })
    expect(refusal(await visitor.begin())).toEqual([503, 'unavailable'])
    expect(plexTv.journal.requests('POST /api/v2/pins')).toEqual([])
    app.clock.advance(60_000)
    expectOk(await visitor.begin())
  })

  it('leave nothing behind when the provider makes no pin', async () => {
    const { app, plexTv } = await buildInviteSignIn()
    await plexTv.close()
    expect(refusal(await createVisitor(app).begin())).toEqual([503, 'unavailable'])
    expect(await app.database.read.selectFrom('sign_in_attempts').selectAll().execute()).toEqual([])
  })

  it('are limited: ten begins and exchanges a minute, and 120 checks and cancellations beside them', async () => {
    const { app } = await buildInviteSignIn()
    const from = '198.51.100.7'
    const visitor = createVisitor(app, (method, path, body) => app.call(method, path, { body, from }))
    const { flow } = expectOk(await visitor.begin())
    for (let i = 0; i < 4; i += 1) expectOk(await visitor.begin())
    for (let i = 0; i < 5; i += 1) expect((await visitor.exchange(flow, 'c')).status).toBe(400)
    for (const answer of [await visitor.begin(), await visitor.exchange(flow, 'c')]) {
      expect(refusal(answer)).toEqual([429, 'rate_limited'])
      expect(Number(answer.headers['retry-after'])).toBeGreaterThan(0)
    }
    for (let i = 0; i < 119; i += 1) expectOk(await visitor.check(flow))
    expectOk(await visitor.cancel(flow))
    expect(refusal(await visitor.check(flow))).toEqual([429, 'rate_limited'])
    expect(refusal(await visitor.cancel(flow))).toEqual([429, 'rate_limited'])
  })

  it.each([
    ['a challenge of another form', { challenge: 'plain' }],
    ['an unknown client', { client: 'tv' }],
    ['a long name', { device_name: 'x'.repeat(201) }],
  ])('are refused with %s', async (_name, fields) => {
    const { app, plexTv } = await buildInviteSignIn()
    expect(refusal(await createVisitor(app).begin(fields))).toEqual([400, 'validation'])
    expect(plexTv.journal.requests('POST /api/v2/pins')).toEqual([])
  })

  it('cannot send large bodies', async () => {
    const { app } = await buildInviteSignIn()
    const body = { flow: 'f', verifier: 'v'.repeat(33 * 1024) }
    for (const step of ['check', 'exchange', 'cancel', 'begin', 'mcp/begin']) {
      const answer = await app.call('POST', `${INVITE_SIGN_IN}/${step}`, { body })
      expect(refusal(answer)).toEqual([413, 'body_too_large'])
    }
  })
})
