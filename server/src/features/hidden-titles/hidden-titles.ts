import type { HiddenTitle, HiddenWork } from '@foyer/contract/hidden-titles'
import { z } from 'zod'
import type { Database, Tx } from '#db/database.ts'
import { assertMay, type Caller, type CurrentCaller } from '#kit/caller.ts'
import { type Clock, iso } from '#kit/clock.ts'
import type { MaybeAsync } from '#kit/maybe-async.ts'
import type { Ready } from '#kit/ready.ts'
import { Refusal } from '#kit/refusal.ts'
import type { ScreenTitle } from '#ports/rating-lookup.ts'
import type { ScreenKind } from '#ports/screen-catalog.ts'
import { presentHidden } from './hidden-rules.ts'
import * as store from './hidden-title-store.ts'
import { type HiddenWorkKey, presentHiddenWork } from './hidden-work-rules.ts'
import * as works from './hidden-work-store.ts'

interface HiddenTitlesParts {
  database: Database
  clock: Clock
  currentCaller: CurrentCaller
  /** The provider's English record. */
  record: (kind: ScreenKind, tmdb_id: number) => MaybeAsync<Ready>
  /** The provider's name of an album; null: there is no such album. */
  albumTitle: (caller: Caller, foreign_id: string, signal: AbortSignal) => Promise<string | null>
  /** Part of the transaction that changes what is hidden. */
  changed: (tx: Tx) => Promise<void>
}

const Named = z.object({
  title: z.string().optional(),
  name: z.string().optional(),
  poster_path: z.string().nullish(),
})

type NamedWork = HiddenWorkKey & { title: string }

/** What admins hide from everybody. */
export function createHiddenTitles(parts: HiddenTitlesParts) {
  const { database, clock, currentCaller, record, albumTitle, changed } = parts

  /** The role may have changed while the provider was read. */
  async function admin(caller: Caller): Promise<number> {
    const now = await currentCaller(caller)
    assertMay(now, 'requests:manage')
    return now.user_id
  }

  /** C69: an album is named as its provider does; a book has none, so it is named as the page does. */
  async function workTitle(caller: Caller, work: NamedWork, signal: AbortSignal): Promise<string> {
    if (work.media_type === 'book') return work.title
    const title = await albumTitle(caller, work.foreign_id, signal)
    if (title === null) throw new Refusal('not_found')
    return title
  }

  return {
    async list(): Promise<{ titles: HiddenTitle[]; works: HiddenWork[] }> {
      const [titles, hidden_works] = await Promise.all([
        store.listHidden(database.read),
        works.listHiddenWorks(database.read),
      ])
      return { titles: titles.map(presentHidden), works: hidden_works.map(presentHiddenWork) }
    },

    /** C69: named as the provider does. */
    async hide(caller: Caller, { kind, tmdb_id }: ScreenTitle): Promise<HiddenTitle> {
      const { bytes } = await record(kind, tmdb_id)
      const { title, name, poster_path = null } = Named.parse(JSON.parse(bytes.toString('utf8')))
      const user_id = await admin(caller)
      return database.transaction(async tx => {
        await store.insertHidden(tx, {
          media_type: kind,
          tmdb_id,
          title: title ?? name ?? '',
          poster_path,
          user_id,
          hidden_at: iso(clock.now()),
        })
        await changed(tx)
        const row = await store.findHidden(tx, { kind, tmdb_id })
        if (!row) throw new Refusal('conflict')
        return presentHidden(row)
      })
    },

    async hideWork(caller: Caller, work: NamedWork, signal: AbortSignal): Promise<HiddenWork> {
      const title = await workTitle(caller, work, signal)
      const user_id = await admin(caller)
      return database.transaction(async tx => {
        const { media_type, foreign_id } = work
        const hidden_at = iso(clock.now())
        await works.insertHiddenWork(tx, { media_type, foreign_id, title, user_id, hidden_at })
        await changed(tx)
        const row = await works.findHiddenWork(tx, work)
        if (!row) throw new Refusal('conflict')
        return presentHiddenWork(row)
      })
    },

    async showWork(work: HiddenWorkKey): Promise<{ status: 'ok' }> {
      await database.transaction(async tx => {
        await works.deleteHiddenWork(tx, work)
        await changed(tx)
      })
      return { status: 'ok' }
    },

    async show(title: ScreenTitle): Promise<{ status: 'ok' }> {
      await database.transaction(async tx => {
        await store.deleteHidden(tx, title)
        await changed(tx)
      })
      return { status: 'ok' }
    },
  }
}

export type HiddenTitles = ReturnType<typeof createHiddenTitles>
