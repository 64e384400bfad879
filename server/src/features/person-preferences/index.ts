import type { PersonPreferences } from './person-preferences.ts'

export type { PersonPreferences }

/** The sentences for a person, or for the whole household. */
export type TextsOf = PersonPreferences['textsOf']
