import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import { createTestClock } from '#test/test-clock.ts'
import { afterTest, describeEachEngine, emptyPostgresUrl } from '#test/engines.ts'
import { createBroadcast } from './broadcast.ts'
import type { Broadcast, BroadcastMessage } from './broadcast-channel.ts'
import { openPostgres } from './postgres.ts'
import { LISTENER_NAME } from './postgres-listener.ts'

const quiet = { warn: () => {}, error: () => {} }

/** A process on that database: its own pool and its own listener. */
async function startProcess(url: string) {
  const database = openPostgres(url)
  const broadcast = createBroadcast(database, { clock: createTestClock(), log: quiet, url })
  await broadcast.start()
  afterTest(async () => {
    await broadcast.close()
    await database.close()
  })
  return { database, broadcast }
}

/** Collects what arrives until a message `last` of that kind does; messages keep their order. */
function collect(broadcast: Broadcast, kind: string) {
  const got: BroadcastMessage[] = []
  const { promise, resolve } = Promise.withResolvers<BroadcastMessage[]>()
  broadcast.on(kind, message => (message.last ? resolve(got) : got.push(message)))
  return { got, finish: (from = broadcast) => from.send(null, { kind, last: true }).then(() => promise) }
}

describeEachEngine('broadcast', (open, engine) => {
  async function setUp() {
    if (engine === 'postgres') return startProcess(await emptyPostgresUrl())
    const database = await open()
    return { database, broadcast: createBroadcast(database, { clock: createTestClock(), log: quiet }) }
  }

  it('arrives after the commit, in order, and never after a rollback', async () => {
    const { database, broadcast } = await setUp()
    const { got, finish } = collect(broadcast, 'x')
    await database.transaction(async tx => {
      await broadcast.send(tx, { kind: 'x', n: 1 })
      await broadcast.send(tx, { kind: 'y', n: 2 })
      await broadcast.send(tx, { kind: 'x', n: 3 })
      expect(got).toEqual([])
    })
    const failed = database.transaction(async tx => {
      await broadcast.send(tx, { kind: 'x', n: 4 })
      throw new Error('no')
    })
    await expect(failed).rejects.toThrow('no')
    expect(await finish()).toEqual([
      { kind: 'x', n: 1 },
      { kind: 'x', n: 3 },
    ])
  })

  it('folds the same message of one transaction into one', async () => {
    const { database, broadcast } = await setUp()
    const { finish } = collect(broadcast, 'x')
    await database.transaction(async tx => {
      for (let n = 0; n < 5; n++) await broadcast.send(tx, { kind: 'x', same: true })
    })
    expect(await finish()).toHaveLength(1)
  })

  it('carries messages beyond the limit of one notification', async () => {
    const { database, broadcast } = await setUp()
    const { finish } = collect(broadcast, 'x')
    const message = { kind: 'x', text: '🎬 à la carte "quoted"\n'.repeat(2000) }
    await database.transaction(tx => broadcast.send(tx, message))
    await broadcast.send(null, message)
    expect(await finish()).toEqual([message, message])
  })

  it('calls the others when one listener throws, and nobody who left', async () => {
    const { broadcast } = await setUp()
    const left: unknown[] = []
    broadcast.on('x', () => {
      throw new Error('broken')
    })
    broadcast.on('x', message => left.push(message))()
    const { finish } = collect(broadcast, 'x')
    await broadcast.send(null, { kind: 'x' })
    expect(await finish()).toHaveLength(1)
    expect(left).toEqual([])
  })

  it('refuses to overtake the transaction it is sent from', async () => {
    const { database, broadcast } = await setUp()
    const early = database.transaction(() => broadcast.send(null, { kind: 'x' }))
    await expect(early).rejects.toThrow('without its transaction inside a database transaction')
  })
})

describe('broadcast between processes on one PostgreSQL', () => {
  it('reaches each of them', async () => {
    const url = await emptyPostgresUrl()
    const [here, there] = [await startProcess(url), await startProcess(url)]
    const heardHere = collect(here.broadcast, 'x')
    const heardThere = collect(there.broadcast, 'x')
    await here.database.transaction(tx => here.broadcast.send(tx, { kind: 'x', n: 1 }))
    await there.broadcast.send(null, { kind: 'x', n: 2 })
    const expected = [
      { kind: 'x', n: 1 },
      { kind: 'x', n: 2 },
    ]
    expect(await heardHere.finish(there.broadcast)).toEqual(expected)
    expect(await heardThere.finish(here.broadcast)).toEqual(expected)
  })

  it('says that something may be missing when its connection broke, and hears again', async () => {
    const { database, broadcast } = await startProcess(await emptyPostgresUrl())
    for (let n = 0; n < 2; n++) {
      const reset = new Promise<void>(resolve => broadcast.onReset(resolve))
      await sql`select pg_terminate_backend(pid) from pg_stat_activity
        where application_name = ${LISTENER_NAME} and datname = current_database()`.execute(database.read)
      await reset
    }
    const { finish } = collect(broadcast, 'x')
    await broadcast.send(null, { kind: 'x', n: 1 })
    expect(await finish()).toEqual([{ kind: 'x', n: 1 }])
  })

  it('needs an address', async () => {
    const { database } = await startProcess(await emptyPostgresUrl())
    expect(() => createBroadcast(database, { clock: createTestClock(), log: quiet })).toThrow('address')
  })
})
