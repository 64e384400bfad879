import { useSyncExternalStore } from 'react'
import { storageKey } from '#lib/base-url.ts'
import { createPreference } from '#lib/preferences.ts'
import { type Mark, MARKS, resumeAt } from './wizard-progress.ts'

/** What was saved on the way is the server's; this only remembers the page. */
export const wizardMemory = createPreference<Mark>(storageKey('setup_step'), MARKS, '')

export function useResumeStep() {
  return resumeAt(useSyncExternalStore(wizardMemory.subscribe, wizardMemory.get))
}
