import { describe, expect, it } from 'vitest'
import { type Call, callAs, expectOk, refusal } from '#test/calls.ts'
import { shareAmongTests } from '#test/engines.ts'
import { signInAs } from '#test/people.ts'
import { beginPairing, grantBox, pairBox, startHelper } from '#test/set-top-boxes.ts'
import { buildWorld } from '#test/world.ts'

const BOXES = '/api/set-top-boxes'

async function begin() {
  const { helper, env } = await startHelper()
  const world = await buildWorld({ env, users: ['uma', 'max'], kids: ['kim'] })
  const box = helper.addBox({ name: 'Living room', model: 'Apple TV 4K' })
  const id = await pairBox(world.asAdmin, box)
  await grantBox(world.asAdmin, id, [world.users.uma.user.id])
  const other = await signInAs(world.app, 'oda', 'admin')
  return { ...world, helper, box, id, asOther: callAs(world.app, other.access_token) }
}

/** Every route with a body that it takes. */
const ROUTES = [
  ['GET', ''],
  ['POST', '/discover', {}],
  ['POST', '/pairings', { name: 'Den', address: '192.0.2.250', identifier: 'none' }],
  ['POST', '/pairings/{pairing}/complete', { pin: '1234' }],
  ['DELETE', '/pairings/{pairing}'],
  ['PATCH', '/{id}', { name: 'Living room' }],
  ['GET', '/{id}/grants'],
  ['POST', '/{id}/check'],
  ['POST', '/{id}/open', { media_type: 'movie', tmdb_id: 603 }],
  ['POST', '/{id}/confirm-open', { confirmation_id: 'none' }],
] as const satisfies readonly (readonly [method: string, path: string, body?: object])[]

type Answers = readonly string[]
const DENIED = ROUTES.map(() => '403 not_available')

/** What each of them answers to people who may not, in the order above. */
const ADMIN_ONLY = 8
const FOR_USERS: Answers = [
  '200 ',
  ...DENIED.slice(1, ADMIN_ONLY),
  '403 title_unavailable',
  '404 confirmation_expired',
]

describe('set-top boxes: who may what (2:4.12, C37)', () => {
  const shared = shareAmongTests(begin)

  async function tryAll(call: Call, ids: { id: string; pairing: string }): Promise<string[]> {
    const answers: string[] = []
    for (const [method, path, body] of ROUTES) {
      const address = `${BOXES}${path}`.replace('{id}', ids.id).replace('{pairing}', ids.pairing)
      const answer = await call(method, address, body)
      expect(answer.headers['cache-control']).toBe('no-store')
      if (answer.status >= 400) expect(Object.keys(answer.body).toSorted()).toEqual(['code', 'error'])
      answers.push(`${answer.status} ${answer.body.code ?? ''}`)
    }
    return answers
  }

  it.each([
    ['anonymous', () => callAs(shared().app), ROUTES.map(() => '401 unauthorized')],
    ['a kid', () => shared().asKim, DENIED],
    ['a user without grant', () => shared().asMax, ['200 ', ...DENIED.slice(1)]],
    ['a user with grant', () => shared().asUma, FOR_USERS],
    [
      'another admin',
      () => shared().asOther,
      [
        '200 ',
        '200 ',
        '503 unreachable',
        '404 pairing_expired',
        '404 pairing_expired',
        '200 ',
        '200 ',
        '200 ',
        '403 title_unavailable',
        '404 confirmation_expired',
      ],
    ],
  ] as [string, () => Call, Answers][])('answers %s', async (_who, call, expected) => {
    const { id, asAdmin, helper } = shared()
    const pairing = await beginPairing(asAdmin, helper.addBox())
    expect(await tryAll(call(), { id, pairing: pairing.id })).toEqual(expected)
    expectOk(await asAdmin('DELETE', `${BOXES}/pairings/${pairing.id}`))
  })

  it('denies a kid before it reads what was sent (0.3)', async () => {
    const { asKim, asMax, id } = shared()
    expect(refusal(await asKim('POST', `${BOXES}/${id}/open`, { nonsense: true }))).toEqual([
      403,
      'not_available',
    ])
    expect(refusal(await asMax('POST', `${BOXES}/${id}/open`, { nonsense: true }))).toEqual([
      400,
      'invalid_request',
    ])
  })

  it('does not tell a user which boxes exist, and tells an admin', async () => {
    const { asMax, asUma, asAdmin } = shared()
    const body = { media_type: 'movie', tmdb_id: 603 }
    for (const [call, answer] of [
      [asMax, [403, 'not_available']],
      [asUma, [403, 'not_available']],
      [asAdmin, [404, 'not_found']],
    ] as const) {
      expect(refusal(await call('POST', `${BOXES}/none/open`, body))).toEqual(answer)
    }
    for (const [method, path, sent] of [
      ['PATCH', '', { name: 'x' }],
      ['DELETE', ''],
      ['GET', '/grants'],
      ['PUT', '/grants', { user_ids: [] }],
      ['POST', '/check'],
    ] as const) {
      expect(refusal(await asAdmin(method, `${BOXES}/none${path}`, sent))).toEqual([404, 'not_found'])
    }
  })

  it('shows address and identifier to admins alone', async () => {
    const { asAdmin, asUma, asMax, id, box } = shared()
    const { name, address, identifier } = box
    const list = async (call: Call) => expectOk(await call('GET', BOXES))
    expect(await list(asAdmin)).toEqual({ supported: true, devices: [{ id, name, address, identifier }] })
    expect(await list(asUma)).toEqual({ supported: true, devices: [{ id, name }] })
    expect(await list(asMax)).toEqual({ supported: true, devices: [] })
  })

  it('is in the configuration of those who may use a box (1/4.2)', async () => {
    const { asAdmin, asUma, asMax, asKim } = shared()
    const offered = async (call: Call) => expectOk(await call('GET', '/api/config')).set_top_boxes
    expect(await Promise.all([asAdmin, asUma, asMax, asKim].map(offered))).toEqual([true, true, false, false])
  })

  it('counts 60 calls a minute by address, and says when to come back (0.5, E)', async () => {
    const { app } = shared()
    const statuses: number[] = []
    for (let i = 0; i < 60; i++) statuses.push((await app.call('GET', BOXES, { from: '203.0.113.9' })).status)
    expect(new Set(statuses)).toEqual(new Set([401]))
    const full = await app.call('POST', `${BOXES}/x/open`, { from: '203.0.113.9' })
    expect(refusal(full)).toEqual([429, 'rate_limited'])
    expect(Object.keys(full.body)).toEqual(['code', 'error'])
    expect(full.headers['retry-after']).toBe('60')
  })
})

describe('set-top boxes: what is sent (2/4.12)', () => {
  const shared = shareAmongTests(begin)

  it.each([
    ['an unknown field', 'POST', '/discover', { address: '192.0.2.1', port: 7000 }],
    ['an address with a port', 'POST', '/discover', { address: '192.0.2.1:7000' }],
    ['an IPv6 address', 'POST', '/discover', { address: 'fe80::1' }],
    ['a URL', 'POST', '/discover', { address: 'http://192.0.2.1' }],
    ['an address of 254 characters', 'POST', '/discover', { address: 'a'.repeat(254) }],
    ['no name', 'POST', '/pairings', { address: '192.0.2.1', identifier: 'AA' }],
    [
      'a name of 129 characters',
      'POST',
      '/pairings',
      { name: 'n'.repeat(129), address: 'a', identifier: 'AA' },
    ],
    [
      'an identifier of 257 characters',
      'POST',
      '/pairings',
      { name: 'n', address: 'a', identifier: 'i'.repeat(257) },
    ],
    ['an edit of something else', 'PATCH', '/{id}', { identifier: 'BB' }],
    ['an empty name', 'PATCH', '/{id}', { name: ' ' }],
    ['1001 people', 'PUT', '/{id}/grants', { user_ids: Array.from({ length: 1001 }, (_, i) => i + 1) }],
    ['a person beyond any row', 'PUT', '/{id}/grants', { user_ids: [3_000_000_000] }],
    ['a book', 'POST', '/{id}/open', { media_type: 'book', tmdb_id: 1 }],
    ['no title', 'POST', '/{id}/open', { media_type: 'movie', tmdb_id: 0 }],
    ['a list', 'POST', '/{id}/open', []],
    ['a field for a check, which takes none', 'POST', '/{id}/check', { force: true }],
  ] as const)('refuses %s', async (_what, method, path, body) => {
    const { asAdmin, id, helper } = shared()
    const started = helper.started.length
    const answer = await asAdmin(method, `${BOXES}${path}`.replace('{id}', id), body)
    expect(refusal(answer)).toEqual([400, 'invalid_request'])
    expect(Object.keys(answer.body)).toEqual(['code', 'error'])
    expect(helper.started).toHaveLength(started)
  })

  it('refuses a body that it cannot read in the same form (0.3)', async () => {
    const { app, admin } = shared()
    const token = admin.access_token
    const send = async (type: string, body: string) => {
      const headers = { 'content-type': type }
      const answer = await app.call('POST', `${BOXES}/discover`, { token, headers, body })
      expect(Object.keys(answer.body)).toEqual(['code', 'error'])
      return refusal(answer)
    }
    const large = JSON.stringify({ address: 'a'.repeat(16 * 1024) })
    expect(await send('application/json', '{"address":')).toEqual([400, 'invalid_request'])
    expect(await send('application/json', large)).toEqual([413, 'body_too_large'])
    expect(await send('text/plain', 'x')).toEqual([415, 'unsupported_media_type'])
  })

  it('finds boxes in the network, or at one address, and names the scope', async () => {
    const { asAdmin, box } = shared()
    const { name, address, identifier, model } = box
    const found = { name, address, identifier, model }
    expect(expectOk(await asAdmin('POST', `${BOXES}/discover`, {}))).toEqual({
      devices: [found],
      scope: 'local_network',
    })
    expect(expectOk(await asAdmin('POST', `${BOXES}/discover`, { address }))).toEqual({
      devices: [found],
      scope: 'address',
    })
  })

  it('gives a box to adults alone, each once', async () => {
    const { asAdmin, id, users, admin } = shared()
    const grants = `${BOXES}/${id}/grants`
    const [uma, max, kim] = [users.uma.user.id, users.max.user.id, users.kim.user.id]
    for (const user_ids of [
      [uma, kim],
      [uma, 999_999],
    ]) {
      expect(refusal(await asAdmin('PUT', grants, { user_ids }))).toEqual([400, 'invalid_request'])
    }
    expect(expectOk(await asAdmin('GET', grants))).toEqual({ user_ids: [uma] })
    const user_ids = [max, uma, max, admin.user.id]
    expect(expectOk(await asAdmin('PUT', grants, { user_ids }))).toEqual({ state: 'saved' })
    const saved: number[] = expectOk(await asAdmin('GET', grants)).user_ids
    expect([saved.length, new Set(saved)]).toEqual([3, new Set(user_ids)])
    await grantBox(asAdmin, id, [uma])
  })
})

describe('set-top boxes: what ends a grant', () => {
  it('is a kids account, which does not get it back, a removal, and a box that is forgotten', async () => {
    const { asAdmin, asUma, users, id, helper } = await begin()
    const max = users.max.user.id
    await grantBox(asAdmin, id, [users.uma.user.id, max])
    const policy = `/api/admin/users/${max}/content-policy`
    expectOk(await asAdmin('PUT', policy, { max_movie_rating: 'PG', max_tv_rating: 'TV-PG' }))
    await asAdmin('DELETE', policy)
    const grants = `${BOXES}/${id}/grants`
    expect(expectOk(await asAdmin('GET', grants)).user_ids).toEqual([users.uma.user.id])
    const second = await pairBox(asAdmin, helper.addBox())
    await grantBox(asAdmin, second, [max, users.uma.user.id])
    expectOk(await asAdmin('DELETE', `/api/admin/users/${max}`))
    expect(expectOk(await asAdmin('GET', `${BOXES}/${second}/grants`)).user_ids).toEqual([users.uma.user.id])
    expect(expectOk(await asAdmin('DELETE', `${BOXES}/${id}`))).toEqual({ state: 'forgotten' })
    expect(refusal(await asAdmin('GET', grants))).toEqual([404, 'not_found'])
    expect(expectOk(await asUma('GET', BOXES)).devices.map((box: { id: string }) => box.id)).toEqual([second])
  })
})

describe('a server without a helper', () => {
  it('says so, and refuses what needs one (2/4.12)', async () => {
    const { asAdmin } = await buildWorld({})
    expect(expectOk(await asAdmin('GET', BOXES))).toEqual({ supported: false, devices: [] })
    expect(expectOk(await asAdmin('GET', '/api/config')).set_top_boxes).toBe(false)
    expect(refusal(await asAdmin('POST', `${BOXES}/discover`, {}))).toEqual([503, 'unsupported'])
    const box = { name: 'Den', address: '192.0.2.1', identifier: 'AA' }
    expect(refusal(await asAdmin('POST', `${BOXES}/pairings`, box))).toEqual([503, 'unsupported'])
    expect(refusal(await asAdmin('DELETE', `${BOXES}/pairings/x`))).toEqual([404, 'pairing_expired'])
  })
})
