import type { Broadcast } from '#db/broadcast-channel.ts'
import type { Database, Tx } from '#db/database.ts'
import type { Stop } from '#kit/clock.ts'
import type { MaybeAsync } from '#kit/maybe-async.ts'
import type { Ready } from '#kit/ready.ts'
import { titleKey } from '#kit/screen-title.ts'
import type { IsHidden } from './hidden-rules.ts'
import { listHiddenKeys } from './hidden-title-store.ts'
import { type HiddenWorkKey, textKey, titleWords } from './hidden-work-rules.ts'
import { listHiddenWorkKeys } from './hidden-work-store.ts'

const CHANGED = 'hidden_titles_changed'

/** All hidden titles at one moment. */
export interface HiddenSet {
  isEmpty: boolean
  isHidden: IsHidden
  isWorkHidden: (work: HiddenWorkKey) => boolean
  /** For books of a place that has other ids for them, such as a media server: by their title alone. */
  isBookNamed: (title: string) => boolean
  /** Another one for each reading of the works; empty: none is hidden. Part of the name of lists that are kept. */
  works_version: string
  /** Answers without the hidden titles, kept as long as both the answer and this set are. */
  forms: WeakMap<Ready, Map<string, Ready>>
}

/**
 * Every page of titles asks for it, so it is remembered; a change is broadcast, and every process reads it again.
 * Each title was hidden by hand, so there are few.
 */
export function createHiddenSet({ database, broadcast }: { database: Database; broadcast: Broadcast }) {
  let remembered: HiddenSet | undefined
  /** Counts what was forgotten: a read that began before may have seen the rows as they were. */
  let forgotten = 0
  let reads = 0

  function forget(): void {
    forgotten += 1
    remembered = undefined
  }

  async function read(): Promise<HiddenSet> {
    const before = forgotten
    const [rows, works] = await Promise.all([
      listHiddenKeys(database.read),
      listHiddenWorkKeys(database.read),
    ])
    const keys = new Set(rows.map(({ media_type, tmdb_id }) => titleKey({ kind: media_type, tmdb_id })))
    const isHidden: IsHidden = (kind, tmdb_id) => keys.has(titleKey({ kind, tmdb_id }))
    const work_keys = new Set(works.map(textKey))
    const book_titles = new Set(
      works.filter(one => one.media_type === 'book').map(one => titleWords(one.title)),
    )
    reads += 1
    const found: HiddenSet = {
      isEmpty: keys.size + work_keys.size === 0,
      isHidden,
      isWorkHidden: (work: HiddenWorkKey) => work_keys.has(textKey(work)),
      isBookNamed: title => book_titles.has(titleWords(title)),
      works_version: work_keys.size === 0 ? '' : String(reads),
      forms: new WeakMap(),
    }
    if (before === forgotten) remembered = found
    return found
  }

  return {
    /** Synchronous when remembered. */
    current: (): MaybeAsync<HiddenSet> => remembered ?? read(),

    /** Part of the transaction that changes the rows. */
    async change(tx: Tx): Promise<void> {
      await broadcast.send(tx, { kind: CHANGED })
      // The broadcast may arrive after the answer was sent; the next page of this process must already lack the title.
      database.afterCommit(tx, forget)
    },

    listen(): Stop {
      const stops = [broadcast.on(CHANGED, forget), broadcast.onReset(forget)]
      return () => {
        for (const stop of stops) stop()
      }
    },
  }
}

export type CurrentHidden = ReturnType<typeof createHiddenSet>['current']
