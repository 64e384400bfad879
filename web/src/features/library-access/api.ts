import {
  type AccessAsk,
  askForAccess,
  declineAccess,
  getAccessAsks,
  getLibraryAccess,
  getLibraryAccessSettings,
  grantAccess,
  type GrantedMedium,
  type LibraryAccessSettings,
  putLibraryAccessSettings,
} from '@foyer/contract/library-access'
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { call } from '#lib/api.ts'
import { useOptimisticChange } from '#lib/optimistic-change.ts'
import { readAgain } from '#lib/read-again.ts'

const SLICE = 'library-access'

export function accessQuery() {
  return queryOptions({
    queryKey: [SLICE, 'own'],
    queryFn: ({ signal }) => call(getLibraryAccess, {}, { signal }),
  })
}

export function asksQuery() {
  return queryOptions({
    queryKey: [SLICE, 'asks'],
    queryFn: ({ signal }) => call(getAccessAsks, {}, { signal }),
  })
}

export function useAskForAccess() {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: (media_type: GrantedMedium) => call(askForAccess, { body: { media_type } }),
    onSettled: readAgain(() => queries.invalidateQueries({ queryKey: [SLICE] })),
  })
}

export interface AccessDecision {
  ask: Pick<AccessAsk, 'user_id' | 'media_type'>
  /** Undefined: declined. */
  instance_id: string | undefined
}

export function useDecideAccess() {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: async ({ ask: { user_id, media_type }, instance_id }: AccessDecision): Promise<void> => {
      const params = { userID: String(user_id), media_type }
      if (instance_id) await call(grantAccess, { params, body: { instance_id } })
      else await call(declineAccess, { params })
    },
    // Also after a refusal: another admin may have decided.
    onSettled: readAgain(() =>
      queries.invalidateQueries({
        predicate: ({ queryKey }) => ['attention', 'users', SLICE].includes(String(queryKey[0])),
      }),
    ),
  })
}

export function accessSettingsQuery() {
  return queryOptions({
    queryKey: [SLICE, 'settings'],
    queryFn: ({ signal }) => call(getLibraryAccessSettings, {}, { signal }),
  })
}

export function useChangeAccessSettings() {
  return useOptimisticChange({
    queryKey: accessSettingsQuery().queryKey,
    save: (body: LibraryAccessSettings) => call(putLibraryAccessSettings, { body }),
    applied: (saved, change) => ({ ...saved, ...change }),
    stales: ['app-config'],
  })
}
