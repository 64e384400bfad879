import { useSyncExternalStore } from 'react'
import { storageKey } from '#lib/base-url.ts'
import { createPreference } from '#lib/preferences.ts'
import { type Mark, MARKS, resumeAt } from './wizard-progress.ts'

/** Remembers only the current step; the data is saved on the server. */
export const wizardMemory = createPreference<Mark>(storageKey('setup_step'), MARKS, '')

export function useResumeStep() {
  return resumeAt(useSyncExternalStore(wizardMemory.subscribe, wizardMemory.get))
}
