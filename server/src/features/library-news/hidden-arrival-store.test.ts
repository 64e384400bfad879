import { expect, it } from 'vitest'
import type { Database } from '#db/database.ts'
import { describeEachEngine } from '#test/engines.ts'
import { FIRST_PERSON, seedRequests } from '#test/seed-requests.ts'
import { hiddenAudience } from './hidden-arrival-store.ts'
import type { Import } from './import-rules.ts'

const AT = '2026-11-15T10:00:00.000Z'
const GROUP = '0f0e0d0c-0001-4000-8000-000000000001'
const [READER, LISTENER, STRANGER] = [FIRST_PERSON + 1, FIRST_PERSON + 2, FIRST_PERSON + 3]

interface Asked {
  id: number
  user_id: number
  media_type: 'book' | 'music'
  identity: string
  record_id: number
  canonical_foreign_id: string
}

const ASKED: readonly Asked[] = [
  {
    id: 9001,
    user_id: READER,
    media_type: 'book',
    identity: 'book:gr:1',
    record_id: 9,
    canonical_foreign_id: 'hc:4',
  },
  {
    id: 9002,
    user_id: LISTENER,
    media_type: 'music',
    identity: 'music-release:r-1',
    record_id: 9,
    canonical_foreign_id: GROUP,
  },
  {
    id: 9003,
    user_id: STRANGER,
    media_type: 'book',
    identity: 'book:hc:5',
    record_id: 8,
    canonical_foreign_id: 'hc:5',
  },
]

/** A book and an album that the library filed under other ids than the requested ones; both are hidden. */
async function prepare(database: Database): Promise<void> {
  await seedRequests(database, 5)
  await database.transaction(async tx => {
    const like = await tx.selectFrom('requests').selectAll().where('id', '=', 5).executeTakeFirstOrThrow()
    for (const { record_id, canonical_foreign_id, ...asked } of ASKED) {
      const request = {
        ...like,
        ...asked,
        tmdb_id: null,
        decision: 'approved',
        instance_id: 'in_own',
      } as const
      await tx.insertInto('requests').values(request).execute()
      const { id } = asked
      const filed = { id, request_id: id, record_id, canonical_foreign_id, created_at: AT, updated_at: AT }
      await tx
        .insertInto('request_deliveries')
        .values({ ...filed, format: '', state: 'complete', attempts: 1, message: '', began: 1 })
        .execute()
    }
    const by = { user_id: null, hidden_at: AT }
    await tx
      .insertInto('hidden_works')
      .values([
        { media_type: 'book', foreign_id: 'hc:4', title: 'Dune', ...by },
        { media_type: 'music', foreign_id: GROUP, title: 'Blue', ...by },
      ])
      .execute()
  })
}

describeEachEngine('a hidden title that arrives', open => {
  it('is told to those who requested it, by whichever id, and to nobody else', async () => {
    const database = await open()
    await prepare(database)
    const told = (arrived: Pick<Import, 'data' | 'record_id' | 'other_ids'>, instance_id = 'in_own') =>
      database.transaction(tx => hiddenAudience(tx, instance_id, arrived))
    const book = (more: object = {}) => ({ media_type: 'book' as const, title: 'Dune', ...more })
    expect(await told({ data: book({ foreign_id: 'hc:4' }) })).toEqual([READER])
    // The id of another provider is the only one that the message has.
    expect(await told({ data: book({ foreign_id: 'gr:1' }), record_id: 77 })).toEqual([READER])
    expect(await told({ data: book(), record_id: 9 })).toEqual([READER])
    expect(await told({ data: book(), record_id: 9 }, 'in_other')).toEqual([])
    const renamed = book({ foreign_id: 'ol:1', title: 'Another name' })
    expect(await told({ data: renamed, other_ids: ['hc:4'] })).toEqual([READER])
    expect(await told({ data: renamed })).toBeNull()
    const album = { media_type: 'music' as const, foreign_id: GROUP, title: 'Blue' }
    expect(await told({ data: album })).toEqual([LISTENER])
  })
})
