import { storageKey } from '#lib/base-url.ts'
import { createPreference } from '#lib/preferences.ts'

/** WCAG 2.1.4: single-key shortcuts can be turned off, for speech input. */
export const singleKeys = createPreference(storageKey('single_keys'), ['on', 'off'], 'on')
