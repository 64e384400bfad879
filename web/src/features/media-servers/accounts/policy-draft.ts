import type {
  AudiobookPolicy,
  MediaAccess,
  MediaAccessChange,
} from '@foyer/contract/media-servers/media-access'

export type PolicyChoice = Pick<AudiobookPolicy, 'mode' | 'library_ids'>

/** Edited grants and choices; what is absent stays as it is saved. */
export interface AccessDraft {
  user_ids: readonly number[] | null
  policies: Readonly<Record<string, PolicyChoice>>
}

export const NO_CHANGES: AccessDraft = { user_ids: null, policies: {} }

/** Without a saved choice, a person has the default libraries. */
export function policyOf(user_id: number, saved: MediaAccess, draft: AccessDraft): PolicyChoice {
  const { mode, library_ids } = draft.policies[user_id] ??
    saved.policies[user_id] ?? { mode: 'default' as const, library_ids: [] }
  return { mode, library_ids }
}

function isSame(one: PolicyChoice, other: PolicyChoice): boolean {
  const ids = (choice: PolicyChoice) => choice.library_ids.toSorted().join('\n')
  return one.mode === other.mode && ids(one) === ids(other)
}

/** Only edited choices are sent: a choice may be refused for an account that Foyer does not manage (2/4.2). */
export function accessChange(saved: MediaAccess, draft: AccessDraft): MediaAccessChange {
  const edited = Object.entries(draft.policies).filter(
    ([user_id, choice]) =>
      !namesNone(choice) && !isSame(choice, policyOf(Number(user_id), saved, NO_CHANGES)),
  )
  return {
    default_library_ids: saved.default_library_ids,
    user_ids: [...(draft.user_ids ?? saved.user_ids)],
    policies: Object.fromEntries(
      edited.map(([user_id, { mode, library_ids }]) => [
        user_id,
        { mode, library_ids: mode === 'selected' ? library_ids : [] },
      ]),
    ),
  }
}

/** The server refuses such a selection; of somebody without access, it is not even sent. */
function namesNone({ mode, library_ids }: PolicyChoice): boolean {
  return mode === 'selected' && library_ids.length === 0
}

/** People with access whose selection names no library. */
export function withoutLibraries({ policies }: AccessDraft, granted: readonly number[]): number[] {
  return granted.filter(user_id => {
    const choice = policies[user_id]
    return choice !== undefined && namesNone(choice)
  })
}
