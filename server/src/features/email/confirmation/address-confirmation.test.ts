import { randomBytes } from 'node:crypto'
import { expect, it } from 'vitest'
import type { Database } from '#db/database.ts'
import { externalAddress } from '#features/connect-links/index.ts'
import { insertDestination } from '#features/destinations/destination-store.ts'
import { sealConfig } from '#features/destinations/edit/destination-config.ts'
import { faultSentence } from '#features/notifications/index.ts'
import { createSecretBox, sha256 } from '#kit/crypto.ts'
import { DAY_MS, MINUTE_MS } from '#kit/durations.ts'
import { createScrubber } from '#kit/scrub.ts'
import type { MessageOutcome, MessageSender } from '#ports/message-sender.ts'
import { createSettings } from '#settings/settings.ts'
import { addPeople } from '#test/build-alerts.ts'
import { describeEachEngine } from '#test/engines.ts'
import { createTestClock, type TestClock } from '#test/test-clock.ts'
import { createTestJobs } from '#test/test-jobs.ts'
import { textsIn } from '#texts/texts.ts'
import { createAddressConfirmation } from './address-confirmation.ts'

const ID = 'dest_1'
const ORIGIN = 'http://192.168.1.5:8080'
const box = createSecretBox(randomBytes(32))

/** A mail server of a few words: what it answers, and what it was given. */
function createScriptedSender() {
  const urls: string[] = []
  const tokens: string[] = []
  const script: (MessageOutcome | Promise<MessageOutcome> | 'silence')[] = []
  const reached = Promise.withResolvers<void>()
  const sender: MessageSender = {
    async send(_target, { url = '' }, signal) {
      urls.push(url)
      tokens.push(new URL(url).searchParams.get('token') ?? '')
      const next = script.shift() ?? { kind: 'sent' }
      if (next instanceof Promise) reached.resolve()
      if (next !== 'silence') return next
      reached.resolve()
      return new Promise((_, reject) => signal.addEventListener('abort', () => reject(signal.reason)))
    },
  }
  return { sender, urls, tokens, script, reached: reached.promise }
}

/** One process that sends links. */
function startProcess(database: Database, clock: TestClock, key = box) {
  const { jobs } = createTestJobs(database, clock)
  const mail = createScriptedSender()
  const ready = { now: true }
  const settings = createSettings({ database, clock, box: key })
  const confirmation = createAddressConfirmation({
    database,
    jobs,
    clock,
    box: key,
    settings,
    scrubber: createScrubber(),
    email: { sender: mail.sender, isReady: async () => ready.now },
    server_name: 'Home',
    textsOf: () => textsIn('en'),
    base_path: '/home',
  })
  const send = (origin = ORIGIN) =>
    database.withWriteLock('destinations', tx => confirmation.confirmations.send(tx, ID, origin))
  return { ...mail, settings, jobs, ready, send, confirm: confirmation.confirm }
}

describeEachEngine('the link that confirms an address', open => {
  async function setUp() {
    const database = await open()
    await addPeople(database, ['ana', 'admin'], ['bo', 'user'])
    const config_box = sealConfig(box, ID, { address: 'bo@example.org', secret: null })
    const row = {
      id: ID,
      owner_id: 2,
      kind: 'email',
      name: 'Mail',
      enabled: true,
      events: [],
      config_box,
    } as const
    const unproven = { ...row, events: [], target: 'b•••@example.org', has_secret: false, confirmed: false }
    await database.transaction(tx => insertDestination(tx, unproven, '2026-11-15T09:00:00.000Z'))
    const clock = createTestClock()
    const read = () => database.read.selectFrom('destinations').selectAll().executeTakeFirstOrThrow()
    return { database, clock, read, ...startProcess(database, clock) }
  }

  it('is stored as a hash alone, and sealed until it is sent', async () => {
    const { database, jobs, send, tokens, read } = await setUp()
    await send()
    const waiting = JSON.stringify(await database.read.selectFrom('jobs').selectAll().execute())
    await jobs.settle()
    expect(tokens).toHaveLength(1)
    expect((await read()).confirm_hash).toBe(sha256(tokens[0] ?? ''))
    expect(waiting).toContain(ID)
    expect(waiting).not.toContain(tokens[0])
  })

  it('is sent by the next process when one dies between the row and the network, and stays the same', async () => {
    const { database, clock, jobs, send, confirm, script, tokens, reached } = await setUp()
    script.push('silence')
    await send()
    void jobs.settle()
    await reached
    // The first one never moves again; its lease ends on the clock of the second.
    const later = createTestClock(clock.now().toISOString())
    later.advance(MINUTE_MS)
    const next = startProcess(database, later)
    await next.jobs.settle()
    expect(next.tokens).toEqual(tokens)
    expect(await confirm(tokens[0] ?? '')).toBe(true)
  })

  it('is sent again only when it certainly was not sent', async () => {
    const { clock, jobs, send, script, tokens, read } = await setUp()
    script.push({ kind: 'retry', reason: 'unreachable' }, { kind: 'unconfirmed', reason: 'connection_lost' })
    await send()
    await jobs.settle()
    expect(await read()).toMatchObject({ last_error: 'The destination could not be reached.' })
    clock.advance(MINUTE_MS)
    await jobs.settle()
    clock.advance(DAY_MS)
    await jobs.settle()
    expect(tokens).toHaveLength(2)
    expect(new Set(tokens).size).toBe(1)
  })

  it.each<[MessageOutcome, 'earlier' | 'new']>([
    [{ kind: 'retry', reason: 'unreachable' }, 'earlier'],
    [{ kind: 'failed', reason: 'refused' }, 'earlier'],
    [{ kind: 'unconfirmed', reason: 'connection_lost' }, 'new'],
    [{ kind: 'sent' }, 'new'],
  ])('asked for again, works in place of the earlier one once it was sent: %o', async (outcome, working) => {
    const { clock, jobs, send, confirm, script, tokens } = await setUp()
    await send()
    await jobs.settle()
    clock.advance(MINUTE_MS)
    script.push(outcome)
    await send()
    await jobs.settle()
    const [earlier = '', latest = ''] = tokens
    expect(latest).not.toBe(earlier)
    const [works, fails] = working === 'new' ? [latest, earlier] : [earlier, latest]
    expect(await confirm(fails)).toBe(false)
    expect(await confirm(works)).toBe(true)
  })

  it('is not replaced by one that waits for the mail server, nor by one for an earlier address', async () => {
    const { database, clock, jobs, ready, send, confirm, script, reached, tokens, read } = await setUp()
    await send()
    await jobs.settle()
    clock.advance(MINUTE_MS)
    ready.now = false
    await send()
    await jobs.settle()
    const [first = ''] = tokens
    expect((await read()).confirm_hash).toBe(sha256(first))
    ready.now = true
    clock.advance(10 * MINUTE_MS)
    let accept = (_outcome: MessageOutcome) => {}
    script.push(new Promise(resolve => void (accept = resolve)))
    const settled = jobs.settle()
    await reached
    // Meanwhile somebody changes the address.
    const config_box = sealConfig(box, ID, { address: 'new@example.org', secret: null })
    const moved = { config_box, confirm_hash: null, confirm_until: null }
    await database.transaction(tx => tx.updateTable('destinations').set(moved).execute())
    accept({ kind: 'sent' })
    await settled
    expect(tokens).toHaveLength(2)
    for (const token of tokens) expect(await confirm(token)).toBe(false)
  })

  it('says on the destination why it could not be sent', async () => {
    const { clock, jobs, send, script, tokens, read } = await setUp()
    script.push({ kind: 'failed', reason: 'refused' })
    await send()
    await jobs.settle()
    expect(await read()).toMatchObject({ last_error: 'The destination rejected the message.' })
    await send()
    clock.advance(MINUTE_MS)
    await jobs.settle()
    expect(await read()).toMatchObject({ last_error: null, failing_since: null })
    clock.advance(DAY_MS)
    await jobs.settle()
    expect(tokens).toHaveLength(2)
  })

  it('waits for a mail server, and not for ever', async () => {
    const { clock, jobs, ready, send, tokens, read } = await setUp()
    ready.now = false
    await send()
    await jobs.settle()
    expect(tokens).toEqual([])
    expect((await read()).last_error).toBe(faultSentence('not_configured'))
    ready.now = true
    clock.advance(10 * MINUTE_MS)
    await jobs.settle()
    expect(tokens).toHaveLength(1)
    ready.now = false
    await send()
    await jobs.settle()
    ready.now = true
    clock.advance(7 * DAY_MS)
    await jobs.settle()
    expect(tokens).toHaveLength(1)
    expect(await jobs.nextDueAt()).toBeNull()
  })

  it('ends and says so when the encryption key is lost; the address, entered again, gets another one', async () => {
    const { database, clock, send, read } = await setUp()
    const key = createSecretBox(randomBytes(32))
    const later = startProcess(database, clock, key)
    const enterAgain = () => {
      const config_box = sealConfig(key, ID, { address: 'bo@example.org', secret: null })
      const row = { config_box, last_error: null, failing_since: null }
      return database.transaction(tx => tx.updateTable('destinations').set(row).execute())
    }
    // Address and link do not open any more, then the link alone.
    for (const prepare of [async () => {}, enterAgain]) {
      await send()
      await prepare()
      await later.jobs.settle()
      expect(later.tokens).toEqual([])
      expect((await read()).last_error).toBe(faultSentence('secret_unreadable'))
      expect(await later.jobs.nextDueAt()).toBeNull()
    }
    await later.send()
    await later.jobs.settle()
    expect(await read()).toMatchObject({ last_error: null, failing_since: null })
    expect(await later.confirm(later.tokens[0] ?? '')).toBe(true)
  })

  it('works for seven days', async () => {
    const { clock, jobs, send, confirm, tokens } = await setUp()
    await send()
    await jobs.settle()
    clock.advance(7 * DAY_MS)
    expect(await confirm(tokens[0] ?? '')).toBe(false)
    await send()
    await jobs.settle()
    clock.advance(7 * DAY_MS - 1)
    expect(await confirm(tokens[1] ?? '')).toBe(true)
  })

  it('does not wait for writers when it is invented', async () => {
    const { database, confirm } = await setUp()
    const held = Promise.withResolvers<void>()
    const writing = database.withWriteLock('destinations', () => held.promise)
    expect(await confirm('invented')).toBe(false)
    held.resolve()
    await writing
  })

  it('starts with the external address, else with the origin of the request', async () => {
    const { clock, jobs, send, urls, settings } = await setUp()
    await send()
    await jobs.settle()
    await settings.lock(async tx => {
      await settings.update(tx, externalAddress, { external_url: 'https://foyer.example.org' })
    })
    clock.advance(MINUTE_MS)
    await send()
    await jobs.settle()
    expect(urls.map(url => url.split('?')[0])).toEqual([
      `${ORIGIN}/home/destinations/confirm`,
      'https://foyer.example.org/home/destinations/confirm',
    ])
  })

  it('waits for the external address when the person named a host on the internet', async () => {
    const { clock, jobs, send, urls, settings, read } = await setUp()
    await send('https://evil.example.com')
    await jobs.settle()
    expect(urls).toEqual([])
    expect(await read()).toMatchObject({ last_error: expect.stringContaining('external address') })
    await settings.lock(async tx => {
      await settings.update(tx, externalAddress, { external_url: 'https://foyer.example.org' })
    })
    clock.advance(10 * MINUTE_MS)
    await jobs.settle()
    expect(urls).toEqual([expect.stringMatching(/^https:\/\/foyer\.example\.org\/home\/destinations/)])
  })

  it('counts unless it will be sent later, also when it was refused', async () => {
    const { database, clock, jobs, send, script } = await setUp()
    const counted = () => database.read.selectFrom('confirmation_mails').select('owner_id').execute()
    script.push({ kind: 'retry', reason: 'unreachable' })
    await send()
    await jobs.settle()
    expect(await counted()).toEqual([])
    clock.advance(MINUTE_MS)
    await jobs.settle()
    expect(await counted()).toEqual([{ owner_id: 2 }])
    script.push({ kind: 'failed', reason: 'refused' })
    await send()
    clock.advance(MINUTE_MS)
    await jobs.settle()
    expect(await counted()).toHaveLength(2)
  })
})
