import type { Preferences, PreferencesChange } from '@foyer/contract/preferences'
import type { Broadcast } from '#db/broadcast-channel.ts'
import type { Database } from '#db/database.ts'
import type { Caller } from '#kit/caller.ts'
import type { Stop } from '#kit/clock.ts'
import { type MaybeAsync, whenReady } from '#kit/maybe-async.ts'
import { type Texts, textsIn } from '#texts/texts.ts'
import { preferencesOf, savePreferences } from './person-preferences-store.ts'

const CHANGED = 'preferences_changed'
const PEOPLE_KEPT = 1000

export interface PersonPreferencesParts {
  database: Database
  broadcast: Broadcast
  config: { language: string }
}

/**
 * The language and time zone of people (C58). Almost every page is in somebody's language, so what they chose is
 * remembered; a change is broadcast, and every process reads it again.
 */
export function createPersonPreferences({ database, broadcast, config }: PersonPreferencesParts) {
  const remembered = new Map<number, Preferences>()
  /** Counts invalidations: a read that began before one may have seen the old row and is not remembered. */
  let forgotten = 0

  function forget(user_id: number | null): void {
    forgotten += 1
    if (user_id === null) remembered.clear()
    else remembered.delete(user_id)
  }

  async function read(user_id: number): Promise<Preferences> {
    const before = forgotten
    const found = await preferencesOf(database.read, user_id)
    if (before === forgotten) {
      if (remembered.size >= PEOPLE_KEPT) remembered.clear()
      remembered.set(user_id, found)
    }
    return found
  }

  const known = (user_id: number): MaybeAsync<Preferences> => remembered.get(user_id) ?? read(user_id)

  /** One name for the provider's own English, so that its answers are cached only once. */
  function inEffect(language: string): string {
    const tag = language || config.language
    return tag === 'en-US' ? 'en' : tag
  }

  /** The language in effect: the chosen one or that of the server. Synchronous when it is remembered. */
  const languageOf = ({ user_id, language }: Pick<Caller, 'user_id' | 'language'>): MaybeAsync<string> =>
    language ?? whenReady(known(user_id), chosen => inEffect(chosen.language))

  return {
    /** As stored now. */
    chosenBy: (user_id: number): Promise<Preferences> => preferencesOf(database.read, user_id),

    languageOf,

    /** The texts in the language of a person; null: in that of the server, for the whole household. */
    textsOf: (user_id: number | null): MaybeAsync<Texts> =>
      user_id === null ? textsIn(config.language) : whenReady(languageOf({ user_id }), textsIn),

    choose: (user_id: number, change: PreferencesChange): Promise<Preferences> =>
      database.transaction(async tx => {
        const saved = await savePreferences(tx, user_id, change)
        await broadcast.send(tx, { kind: CHANGED, user_id })
        // The broadcast may arrive after the answer was sent; the next page of this process must be in the new language
        // already.
        database.afterCommit(tx, () => forget(user_id))
        return saved
      }),

    listen(): Stop {
      const stops = [
        broadcast.on(CHANGED, ({ user_id }) => forget(typeof user_id === 'number' ? user_id : null)),
        broadcast.onReset(() => forget(null)),
      ]
      return () => {
        for (const stop of stops) stop()
      }
    },
  }
}

export type PersonPreferences = ReturnType<typeof createPersonPreferences>
