import type { EventFrame } from '@foyer/contract/events'
import { expect, it } from 'vitest'
import type { Database } from '#db/database.ts'
import { insertPlainUser } from '#features/sessions/index.ts'
import { describeEachEngine } from '#test/engines.ts'
import { createRequestEvents } from './request-events.ts'
import { findRequest, insertRequest, type NewRequest, updateRequest } from '../store/request-store.ts'

const AT = '2026-11-15T09:00:00.000Z'

const album = (user_id: number): NewRequest => ({
  user_id,
  made_by: null,
  media_type: 'music',
  identity: 'music:a',
  tmdb_id: null,
  tvdb_id: null,
  foreign_id: 'a',
  catalog_provider: null,
  catalog_id: null,
  title: 'An album',
  title_unverified: false,
  search_term: null,
  poster_path: null,
  instance_id: 'in_m',
  instance_name: 'Music',
  season_scope: null,
  seasons: null,
  quality_profile_id: null,
  root_folder: null,
  match: null,
  repair_of: null,
  approval_required: true,
  decision: 'pending',
  decided_at: null,
  decided_by: null,
  deny_reason: null,
  created_at: AT,
  updated_at: AT,
})

/** Somebody who asks, and what admins hear of it once it is saved. */
async function openHouse(database: Database) {
  const counts: unknown[] = []
  const publish = async (tx: Parameters<Database['afterCommit']>[0] | null, { data }: EventFrame) => {
    if (tx) database.afterCommit(tx, () => void counts.push(data['pending_count']))
  }
  const events = createRequestEvents(database, { publish })
  const { id: user_id } = await database.transaction(tx => insertPlainUser(tx, 'bob', AT))
  const ask = (comesToNothing = false) =>
    database.withSharedCommit('requests', async tx => {
      const request = await insertRequest(tx, album(user_id))
      await events.pending(tx, request, { user_id, username: 'bob', role: 'user' })
      if (comesToNothing) throw new Error('no')
      return request.id
    })
  /** Saved first, and published once its title was read (C69). */
  const publishLater = async (id: number) =>
    database.transaction(async tx => {
      const request = await findRequest(tx, id)
      if (request) await events.publishPending(tx, request, { user_id, username: 'bob', role: 'user' })
    })
  const save = () =>
    database.withSharedCommit('requests', async tx => (await insertRequest(tx, album(user_id))).id)
  const heard = () => counts.splice(0).toSorted((a, b) => Number(a) - Number(b))
  return { ask, save, publishLater, heard }
}

describeEachEngine('the count on the badge (1/6)', open => {
  it('is each one’s own when many ask together, whoever of them comes to nothing', async () => {
    const database = await open()
    const { ask, heard } = await openHouse(database)
    const id = await ask()
    await Promise.allSettled([ask(), ask(true), ask(), ask(true), ask()])
    expect(heard()).toEqual([1, 2, 3, 4])
    await database.transaction(tx => updateRequest(tx, id, { decision: 'denied', updated_at: AT }))
    await Promise.all([ask(), ask()])
    await Promise.allSettled([ask(true)])
    expect(heard()).toEqual([4, 5])
    await database.transaction(tx => updateRequest(tx, id, { decision: 'pending', updated_at: AT }))
    await ask()
    expect(heard()).toEqual([7])
  })

  it('counts a request once that is published after it was saved (C69)', async () => {
    const database = await open()
    const { ask, save, publishLater, heard } = await openHouse(database)
    const [first, second] = [await save(), await save()]
    await publishLater(first)
    await publishLater(second)
    await ask()
    expect(heard()).toEqual([2, 2, 3])
  })
})
