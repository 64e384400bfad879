import {
  dropAfterCommit,
  dropBefore,
  garbage,
  hang,
  startWorld,
  status,
  truncate,
  wrongKey,
} from '@foyer/simulators'
import { describe, expect, it } from 'vitest'
import { systemClock } from '#kit/clock.ts'
import { createOutbound } from '#kit/outbound.ts'
import { UpstreamFault } from '#kit/upstream-fault.ts'
import { AccountRefused } from '#ports/media-server.ts'
import { afterTest } from '#test/engines.ts'
import { createPlexShares } from './plex-shares.ts'

const signal = new AbortController().signal
const ALL = { library_ids: [] }
const SENT = 'POST /api/v2/shared_servers'
const ACCEPTED = 'GET /api/v2/shared_servers/owned/accepted'
const PENDING = 'GET /api/v2/shared_servers/owned/pending'

async function open() {
  const world = await startWorld({ products: ['plexTv', 'plex'] })
  afterTest(() => world.close())
  const outbound = createOutbound({ clock: systemClock, external_proxy: () => null, user_agent: 'test' })
  afterTest(() => outbound.destroy())
  const { plexTv, plex } = world
  const identity = { client_identifier: 'foyer-test', version: '0.0.0' }
  const shares = createPlexShares(outbound.external, plexTv.url, identity)
  const connection = { url: plex.url, api_key: plex.token, machine_identifier: plex.machine_identifier }
  const { cloud, faults, journal } = plexTv
  const sharesOf = (email: string) => cloud.shares.filter(one => one.invited_email === email)
  return { shares, connection, cloud, faults, journal, sharesOf }
}

async function failureOf(promise: Promise<unknown>): Promise<string> {
  const error = await promise.then(
    () => undefined,
    (reason: unknown) => reason,
  )
  if (error instanceof AccountRefused) return error.reason
  if (error instanceof UpstreamFault) return error.kind
  throw new Error(`neither refused nor failed: ${String(error)}`)
}

describe('shares of Plex (2:4.13.1)', () => {
  it('lists accepted shares, sent invites and the owner, by lower-cased address', async () => {
    const { shares, connection, cloud } = await open()
    const kept = { is_administrator: false, is_disabled: false }
    expect(await shares.list(connection, signal)).toEqual([
      {
        id: cloud.owner.email,
        name: 'marlow',
        provider_id: String(cloud.owner.id),
        is_administrator: true,
        is_disabled: false,
        pending: false,
      },
      { id: 'ellen@example.org', name: 'ellen77', provider_id: '41000001', pending: false, ...kept },
      { id: 'new.person@example.org', name: 'new.person@example.org', pending: true, ...kept },
    ])
    expect(await shares.find(connection, 'Ellen@Example.org', signal)).toMatchObject({ pending: false })
    expect(await shares.find(connection, cloud.owner.email, signal)).toMatchObject({ is_administrator: true })
    expect(await shares.find(connection, 'nobody@example.org', signal)).toBeNull()
  })

  it('keeps the shares of the owner’s other servers apart', async () => {
    const { shares, connection } = await open()
    const other = { ...connection, machine_identifier: '0'.repeat(40) }
    expect(await shares.find(other, 'ellen@example.org', signal)).toBeNull()
    const { machine_identifier: _, ...unknown } = connection
    expect(await failureOf(shares.find(unknown, 'ellen@example.org', signal))).toBe('bad_answer')
  })

  it('finds a share by the invited address when another account accepted it', async () => {
    const { shares, connection, cloud } = await open()
    const [share] = cloud.shares
    if (share) share.invited_email = 'old.address@example.org'
    expect(await shares.find(connection, 'old.address@example.org', signal)).toEqual({
      id: 'old.address@example.org',
      name: 'ellen77',
      provider_id: '41000001',
      is_administrator: false,
      is_disabled: false,
      pending: false,
      other_ids: ['ellen@example.org'],
    })
    expect(await shares.find(connection, 'ellen@example.org', signal)).not.toBeNull()
  })

  it.each([
    ['is refused', wrongKey(), 'rejected_key'],
    ['is garbage', garbage(), 'bad_answer'],
    ['fails', status(500), 'bad_answer'],
    ['is limited', status(429), 'rate_limited'],
    ['is retired', status(410), 'bad_answer'],
    ['is cut', truncate(), 'unreachable'],
  ])('never reads a list that %s as no shares', async (_how, fault, kind) => {
    const { shares, connection, faults, journal } = await open()
    for (const route of [ACCEPTED, PENDING]) {
      faults.next(route, fault)
      expect(await failureOf(shares.find(connection, 'ellen@example.org', signal))).toBe(kind)
      faults.next(route, fault)
      expect(await failureOf(shares.allow(connection, 'tove@example.org', ALL, signal))).toBe(kind)
    }
    expect(journal.requests(SENT)).toEqual([])
  })

  it('leaves a list that never ends when its caller does', async () => {
    const { shares, connection, faults } = await open()
    faults.always(ACCEPTED, hang())
    const leaving = new AbortController()
    const read = shares.find(connection, 'ellen@example.org', leaving.signal)
    leaving.abort(new UpstreamFault({ upstream: 'Plex', kind: 'timeout' }))
    expect(await failureOf(read)).toBe('timeout')
  })

  it('reads some thousands of shares, and refuses a list that is beyond measure', async () => {
    const { shares, connection, cloud, faults } = await open()
    for (let i = 0; i < 3000; i++) cloud.addShare(`friend${i}@example.org`, [])
    expect(await shares.find(connection, 'friend2999@example.org', signal)).toMatchObject({ pending: true })
    faults.next(PENDING, status(200, { body: [{ padding: 'x'.repeat(17 * 1024 * 1024) }] }))
    expect(await failureOf(shares.find(connection, 'friend1@example.org', signal))).toBe('bad_answer')
  })

  it('invites with the selected libraries, at once where the account is connected', async () => {
    const { shares, connection, cloud, sharesOf } = await open()
    const [movies, shows] = cloud.sections
    const selected = { library_ids: [String(movies?.id)] }
    expect(await shares.allow(connection, 'tove@example.org', selected, signal)).toMatchObject({
      pending: true,
    })
    expect(sharesOf('tove@example.org').map(one => one.section_ids)).toEqual([[movies?.id]])
    const all = await shares.allow(connection, 'stranger@example.org', ALL, signal)
    expect(all).toMatchObject({ id: 'stranger@example.org', pending: true })
    expect(sharesOf('stranger@example.org')[0]?.section_ids).toEqual(cloud.sections.map(one => one.id))
    // There already: only the libraries change.
    const again = { library_ids: [String(shows?.id)] }
    expect(await shares.allow(connection, 'ellen@example.org', again, signal)).toMatchObject({
      pending: false,
    })
    expect(sharesOf('ellen@example.org').map(one => one.section_ids)).toEqual([[shows?.id]])
  })

  it('sends nothing when none of the selected libraries is left, which Plex could read as all', async () => {
    const { shares, connection, journal } = await open()
    const gone = { library_ids: ['999'] }
    expect(await failureOf(shares.allow(connection, 'tove@example.org', gone, signal))).toBe('bad_answer')
    expect(await failureOf(shares.share(connection, 'ellen@example.org', gone, signal))).toBe('bad_answer')
    expect(journal.entries.filter(one => one.method === 'POST')).toEqual([])
  })

  it.each([
    ['lost after it was done', dropAfterCommit()],
    ['cut in the middle', truncate()],
  ])('sends one invite when the answer is %s', async (_how, fault) => {
    const { shares, connection, faults, journal, sharesOf } = await open()
    faults.next(SENT, fault)
    expect(await shares.allow(connection, 'tove@example.org', ALL, signal)).toMatchObject({ pending: true })
    expect(sharesOf('tove@example.org')).toHaveLength(1)
    expect(journal.requests(SENT)).toHaveLength(1)
  })

  it('says that it does not know when nothing arrived, and sends it the next time', async () => {
    const { shares, connection, faults, sharesOf } = await open()
    faults.next(SENT, dropBefore())
    expect(await failureOf(shares.allow(connection, 'tove@example.org', ALL, signal))).toBe('outcome_unknown')
    expect(sharesOf('tove@example.org')).toEqual([])
    await shares.allow(connection, 'tove@example.org', ALL, signal)
    expect(sharesOf('tove@example.org')).toHaveLength(1)
  })

  it('removes a share or cancels an invite, and counts a missing one as done', async () => {
    const { shares, connection, faults, cloud } = await open()
    faults.next('DELETE /api/v2/shared_servers/:id', dropAfterCommit())
    expect(await failureOf(shares.deny(connection, 'ellen@example.org', signal))).toBe('unreachable')
    for (const email of ['ellen@example.org', 'new.person@example.org', 'nobody@example.org'])
      await shares.deny(connection, email, signal)
    expect(cloud.shares).toEqual([])
  })

  it('never invites, changes or removes the owner', async () => {
    const { shares, connection, cloud, journal } = await open()
    const owner = cloud.owner.email.toUpperCase()
    expect(await failureOf(shares.allow(connection, owner, ALL, signal))).toBe('administrator_account')
    expect(await failureOf(shares.share(connection, owner, ALL, signal))).toBe('administrator_account')
    expect(await failureOf(shares.deny(connection, owner, signal))).toBe('administrator_account')
    expect(journal.entries.every(one => one.method === 'GET')).toBe(true)
  })

  it('sends the owner’s token in a header only', async () => {
    const { shares, connection, journal } = await open()
    await shares.list(connection, signal)
    for (const { headers, path, query } of journal.entries) {
      expect(headers['x-plex-token']).toBe(connection.api_key)
      expect(`${path}?${query.toString()}`).not.toContain(connection.api_key)
    }
  })
})
