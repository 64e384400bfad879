import type { Fixed } from '#db/column-types.ts'

/** Empty inherits. */
export interface PersonPreferencesTable {
  user_id: Fixed<number>
  language: string
  timezone: string
}

export interface PersonPreferencesTables {
  person_preferences: PersonPreferencesTable
}
