import type { HiddenTitle } from '@foyer/contract/hidden-titles'
import { z } from 'zod'
import type { Database, Tx } from '#db/database.ts'
import type { Caller, CurrentCaller } from '#kit/caller.ts'
import { type Clock, iso } from '#kit/clock.ts'
import type { MaybeAsync } from '#kit/maybe-async.ts'
import type { Ready } from '#kit/ready.ts'
import { Refusal } from '#kit/refusal.ts'
import type { ScreenTitle } from '#ports/rating-lookup.ts'
import type { ScreenKind } from '#ports/screen-catalog.ts'
import { presentHidden } from './hidden-rules.ts'
import * as store from './hidden-title-store.ts'

interface HiddenTitlesParts {
  database: Database
  clock: Clock
  currentCaller: CurrentCaller
  /** The provider's English record. */
  record: (kind: ScreenKind, tmdb_id: number) => MaybeAsync<Ready>
  /** Part of the transaction that changes what is hidden. */
  changed: (tx: Tx) => Promise<void>
}

const Named = z.object({
  title: z.string().optional(),
  name: z.string().optional(),
  poster_path: z.string().nullish(),
})

/** What admins hide from everybody. */
export function createHiddenTitles(parts: HiddenTitlesParts) {
  const { database, clock, currentCaller, record, changed } = parts
  return {
    async list(): Promise<{ titles: HiddenTitle[] }> {
      return { titles: (await store.listHidden(database.read)).map(presentHidden) }
    },

    /** C69: named as the provider does. */
    async hide(caller: Caller, { kind, tmdb_id }: ScreenTitle): Promise<HiddenTitle> {
      const { bytes } = await record(kind, tmdb_id)
      const { title, name, poster_path = null } = Named.parse(JSON.parse(bytes.toString('utf8')))
      // The role may have changed while the provider was read.
      const { role, user_id } = await currentCaller(caller)
      if (role !== 'admin') throw new Refusal('forbidden')
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
