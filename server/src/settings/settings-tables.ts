import type { Fixed, Flag, Time } from '#db/column-types.ts'

export interface SettingsTable {
  key: Fixed<string>
  /** JSON text, or its AES-256-GCM box when `encrypted`. */
  value: string
  encrypted: Flag
  updated_at: Time
}

export interface SettingsTables {
  settings: SettingsTable
}
