export type { AppPreferences } from './app-preferences.ts'
