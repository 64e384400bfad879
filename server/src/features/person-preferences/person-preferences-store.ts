import type { Preferences, PreferencesChange } from '@foyer/contract/preferences'
import type { Db, Tx } from '#db/database.ts'

const INHERITED: Preferences = { language: '', timezone: '' }

/** Everything is inherited by somebody who never chose. */
export async function preferencesOf(db: Db, user_id: number): Promise<Preferences> {
  const row = await db
    .selectFrom('person_preferences')
    .select(['language', 'timezone'])
    .where('user_id', '=', user_id)
    .executeTakeFirst()
  return row ?? INHERITED
}

/** What the change does not name keeps its value. */
export async function savePreferences(
  tx: Tx,
  user_id: number,
  { language, timezone }: PreferencesChange,
): Promise<Preferences> {
  const changed = {
    ...(language !== undefined && { language }),
    ...(timezone !== undefined && { timezone }),
  }
  return tx
    .insertInto('person_preferences')
    .values({ user_id, ...INHERITED, ...changed })
    .onConflict(conflict =>
      conflict
        .column('user_id')
        // SQL allows no empty SET; assigning a column to itself changes nothing.
        .doUpdateSet(eb => ({ language: eb.ref('person_preferences.language'), ...changed })),
    )
    .returning(['language', 'timezone'])
    .executeTakeFirstOrThrow()
}
