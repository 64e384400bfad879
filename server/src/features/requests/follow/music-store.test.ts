import { expect, it } from 'vitest'
import type { Database } from '#db/database.ts'
import { describeEachEngine } from '#test/engines.ts'
import { seedRequests } from '#test/seed-requests.ts'
import { findDeliveredRecord, findOwnAlbum, listOwnMusic } from './music-store.ts'
import { findRequests, insertRequest, type NewRequest } from '../store/request-store.ts'

const AT = '2026-11-15T10:00:00.000Z'
const GROUP = '0f0e0d0c-0001-4000-8000-000000000001'
const MERGED = '0f0e0d0c-0002-4000-8000-000000000002'
const RELEASE = '0e0e0e0e-0001-4000-8000-000000000001'

interface Asked {
  user_id: number
  foreign_id: string | null
  instance_id?: string
  record_id?: number
  canonical?: string
}

/** People, and a request to make others of; its own rows are gone, because they were seeded with numbers. */
async function prepare(database: Database) {
  await seedRequests(database, 4)
  const [like, other] = await findRequests(database.read, [1, 2])
  if (!like || !other) throw new Error('nothing is seeded')
  await database.transaction(async tx => {
    for (const table of ['request_charges', 'request_deliveries', 'request_subscribers', 'requests'] as const)
      await tx.deleteFrom(table).execute()
  })
  const { id: _id, ...template } = like
  return { template, uma: like.user_id, kim: other.user_id }
}

/** A request for an album, with its delivery. */
async function ask(
  database: Database,
  template: NewRequest,
  { user_id, foreign_id, ...more }: Asked,
): Promise<number> {
  return database.transaction(async tx => {
    const { id } = await insertRequest(tx, {
      ...template,
      user_id,
      media_type: 'music',
      identity: foreign_id === null ? `music-release:${RELEASE}` : `music:${foreign_id}`,
      tmdb_id: null,
      foreign_id,
      instance_id: more.instance_id ?? 'in_music',
    })
    await tx
      .insertInto('request_deliveries')
      .values({
        request_id: id,
        format: '',
        state: 'complete',
        attempts: 1,
        last_attempt_at: AT,
        next_attempt_at: null,
        park_reason: null,
        code: 'requested',
        message: '',
        began: 1,
        waiting_since: null,
        record_id: more.record_id ?? null,
        canonical_foreign_id: more.canonical ?? null,
        receipt: null,
        created_at: AT,
        updated_at: AT,
      })
      .execute()
    return id
  })
}

describeEachEngine('albums that were asked for (1:4.11)', open => {
  it('are found by their release group, else by what they were filed under', async () => {
    const database = await open()
    const { template, uma, kim } = await prepare(database)
    const db = database.read
    const asks = (asked: Asked) => ask(database, template, asked)
    const first = await asks({ user_id: uma, foreign_id: GROUP, record_id: 9 })
    const second = await asks({ user_id: uma, foreign_id: GROUP })
    const pressing = await asks({ user_id: kim, foreign_id: null, record_id: 10, canonical: MERGED })
    const elsewhere = await asks({
      user_id: uma,
      foreign_id: GROUP,
      instance_id: 'other',
      record_id: 3,
    })

    const own = async (user_id: number, foreign_id: string, instance_id = 'in_music') =>
      (await findOwnAlbum(db, user_id, { foreign_id, instance_id }))?.id
    expect(await own(uma, GROUP)).toBe(second)
    expect(await own(uma, GROUP, 'other')).toBe(elsewhere)
    expect(await own(kim, GROUP)).toBeUndefined()
    expect(await own(kim, MERGED)).toBe(pressing)
    expect(await own(uma, MERGED)).toBeUndefined()

    const record = (identity: string, instance_id = 'in_music') =>
      findDeliveredRecord(db, { identity, instance_id })
    expect(await record(`music:${GROUP}`)).toBe(9)
    expect(await record(`music:${GROUP}`, 'other')).toBe(3)
    expect(await record(`music-release:${RELEASE}`)).toBe(10)
    expect(await record(`music:${MERGED}`)).toBeNull()
    expect((await listOwnMusic(db, uma, 'in_music')).map(one => one.id)).toEqual([second, first])
  })
})
