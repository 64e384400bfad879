import { expect, it } from 'vitest'
import { insertPlainUser } from '#features/sessions/index.ts'
import { describeEachEngine } from '#test/engines.ts'
import type { LocalMatch } from './match-rules.ts'
import * as store from './match-store.ts'

const NOW = '2026-11-15T09:00:00.000Z'
const LATER = '2026-11-15T10:00:00.000Z'
const MATCH: LocalMatch = {
  tmdb_id: 800_001,
  title: 'Harbour Nine',
  mode: 'custom',
  tvdb_id: 430_001,
  target_title: 'Harbour 9',
  season_map: { '1': 2 },
  local_revision: 1,
}

describeEachEngine('tv matches in storage (1/4.7)', open => {
  it('keeps one word a show, replaces it, and lists all that are not released', async () => {
    const database = await open()
    const { id: ana } = await database.transaction(tx => insertPlainUser(tx, 'ana', NOW))
    const save = (match: LocalMatch, updated_at: string) =>
      database.transaction(tx => store.saveLocalMatch(tx, match, { updated_at, updated_by: ana }))
    expect(await store.findLocalMatch(database.read, 800_001)).toBeNull()
    await save(MATCH, NOW)
    await save({ ...MATCH, tmdb_id: 800_002, mode: 'paused', tvdb_id: null }, LATER)
    await save({ ...MATCH, tmdb_id: 800_003, mode: 'default' }, LATER)
    expect(await store.findLocalMatch(database.read, 800_001)).toEqual(MATCH)
    const listed = await store.listLocalMatches(database.read)
    expect(listed.map(one => [one.tmdb_id, one.updated_at, one.updated_by])).toEqual([
      [800_002, LATER, 'ana'],
      [800_001, NOW, 'ana'],
    ])
    await save({ ...MATCH, season_map: {}, local_revision: 2 }, LATER)
    const among = await store.findLocalMatches(database.read, [800_001, 800_003, 800_009, 3_000_000_000])
    expect(new Map(among.map(one => [one.tmdb_id, one.local_revision]))).toEqual(
      new Map([
        [800_001, 2],
        [800_003, 1],
      ]),
    )
    expect(await store.findLocalMatches(database.read, [])).toEqual([])
    expect(await store.findLocalMatch(database.read, 3_000_000_000)).toBeNull()
  })

  it('forgets who said it with the person, not what was said', async () => {
    const database = await open()
    const { id } = await database.transaction(tx => insertPlainUser(tx, 'bob', NOW))
    await database.transaction(tx => store.saveLocalMatch(tx, MATCH, { updated_at: NOW, updated_by: id }))
    await database.transaction(tx => tx.deleteFrom('users').where('id', '=', id).execute())
    expect((await store.listLocalMatches(database.read)).map(one => one.updated_by)).toEqual([null])
  })

  it('keeps one bridge a show', async () => {
    const database = await open()
    const bridge = { tmdb_id: 1, tvdb_id: 2, source: 'metadata' as const, found_at: NOW }
    await database.transaction(tx => store.saveIdentity(tx, bridge))
    await database.transaction(tx => store.saveIdentity(tx, { ...bridge, tvdb_id: 3, source: 'lists' }))
    const found = await store.findIdentities(database.read, [1, 9, 3_000_000_000])
    expect(found).toEqual([{ ...bridge, tvdb_id: 3, source: 'lists' }])
    await database.transaction(tx => store.deleteIdentity(tx, 1))
    expect(await store.findIdentity(database.read, 1)).toBeUndefined()
    expect(await store.findIdentity(database.read, 3_000_000_000)).toBeUndefined()
    expect(await store.findIdentities(database.read, [])).toEqual([])
  })
})
