import { expect, it } from 'vitest'
import type { Database } from '#db/database.ts'
import { insertPlainUser } from '#features/sessions/index.ts'
import { describeEachEngine } from '#test/engines.ts'
import * as store from './destination-store.ts'

const NOW = '2026-11-15T09:00:00.000Z'
const LATER = '2026-11-15T10:00:00.000Z'

const destination = (id: string, owner_id: number | null, more: Partial<store.NewDestination> = {}) => ({
  id,
  owner_id,
  kind: 'ntfy' as const,
  name: id,
  enabled: true,
  events: ['new_movie' as const],
  config_box: `box of ${id}`,
  target: 'ntfy.sh',
  has_secret: false,
  confirmed: true,
  ...more,
})

async function fill(database: Database, ...rows: store.NewDestination[]): Promise<void> {
  await database.transaction(async tx => {
    for (const row of rows) await store.insertDestination(tx, row, NOW)
  })
}

const addPerson = (database: Database, name: string) =>
  database.transaction(async tx => (await insertPlainUser(tx, name, NOW)).id)

const ids = (rows: readonly { id: string }[]) => rows.map(row => row.id)

describeEachEngine('destinations in storage (C64)', open => {
  it('belong to the household or to one person, and are deleted with that person', async () => {
    const database = await open()
    const mia = await addPerson(database, 'mia')
    const leo = await addPerson(database, 'leo')
    await fill(database, destination('a', null), destination('b', mia), destination('c', leo))
    expect(ids(await store.listDestinations(database.read, null))).toEqual(['a'])
    expect(ids(await store.listDestinations(database.read, mia))).toEqual(['b'])
    expect(await store.countDestinations(database.read, leo)).toBe(1)
    expect(await store.findOwned(database.read, mia, 'c')).toBeUndefined()
    expect(await store.findOwned(database.read, null, 'b')).toBeUndefined()
    await database.transaction(tx => tx.deleteFrom('users').where('id', '=', mia).execute())
    expect(await store.findDestination(database.read, 'b')).toBeUndefined()
  })

  it('receive alerts when they are on and confirmed', async () => {
    const database = await open()
    const mia = await addPerson(database, 'mia')
    const leo = await addPerson(database, 'leo')
    await fill(
      database,
      destination('house', null),
      destination('mine', mia),
      destination('off', mia, { enabled: false }),
      destination('unconfirmed', mia, { confirmed: false }),
      destination('other', leo),
    )
    expect(ids(await store.listListening(database.read, []))).toEqual(['house'])
    const found = await store.listListening(database.read, [mia])
    expect(found.map(one => [one.id, one.owner_role])).toEqual([
      ['house', null],
      ['mine', 'user'],
    ])
  })

  it('count as failing since the first failure, until something arrives or the address changes', async () => {
    const database = await open()
    await fill(database, destination('a', null))
    const note = (at: string, config_box: string, error?: string) =>
      database.transaction(tx =>
        error === undefined
          ? store.noteSent(tx, { id: 'a', config_box, at })
          : store.noteFailing(tx, { id: 'a', config_box, at, error }),
      )
    const found = async () => store.findDestination(database.read, 'a')
    await note(NOW, 'box of a', 'First.')
    await note(LATER, 'box of a', 'Second.')
    expect(await found()).toMatchObject({ failing_since: NOW, last_error: 'Second.', last_sent_at: null })
    await note(LATER, 'box of an earlier address')
    expect(await found()).toMatchObject({ failing_since: NOW })
    await note(LATER, 'box of a')
    expect(await found()).toMatchObject({ failing_since: null, last_error: null, last_sent_at: LATER })
  })

  it('are confirmed once, by the latest link sent to their address', async () => {
    const database = await open()
    const mia = await addPerson(database, 'mia')
    await fill(database, destination('mail', mia, { kind: 'email', confirmed: false }))
    const mail = { id: 'mail', config_box: 'box of mail' }
    const link = (hash: string, until: string, of = mail) =>
      database.transaction(tx => store.saveConfirmLink(tx, { ...of, hash, until }))
    const confirm = (hash: string) => database.transaction(tx => store.confirmByLink(tx, { hash, now: NOW }))
    await link('first', LATER)
    await link('second', LATER)
    expect(await confirm('first')).toBe(false)
    await link('asked for before', NOW)
    expect(await confirm('asked for before')).toBe(false)
    await link('of another address', LATER, { ...mail, config_box: 'an earlier box' })
    expect(await confirm('of another address')).toBe(false)
    expect(await confirm('second')).toBe(true)
    expect(await confirm('second')).toBe(false)
    await link('after it', LATER)
    expect(await confirm('after it')).toBe(false)
    expect(await store.findDestination(database.read, 'mail')).toMatchObject({ confirmed: true })
  })
})
