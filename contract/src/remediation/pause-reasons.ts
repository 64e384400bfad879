import { createSentenceFinder } from '../sentences.ts'

/** Why a standing approval paused itself (2/4.9), which clients say in their reader's language. */
export const PAUSE_REASONS = {
  failed: 'The fix failed.',
  unknown: 'It is not known whether the fix was made.',
  wont_fix: 'The issue was closed without a fix.',
  not_fixed: 'The issue could not be fixed.',
  dismissed: 'The issue was dismissed.',
} as const

export type PauseReason = keyof typeof PAUSE_REASONS

/** Undefined: somebody paused it, or a newer server has another reason. */
export const findPauseReason = createSentenceFinder(PAUSE_REASONS)

/** Who paused it, where it was a person. */
export const PAUSED_BY = { by: 'Paused by {{name}}.' } as const

export const findPauser = createSentenceFinder(PAUSED_BY)
