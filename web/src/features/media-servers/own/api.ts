import {
  getMediaServers,
  type NewOwnAccount,
  postAccountLink,
  postOwnAccount,
} from '@foyer/contract/media-servers/media-servers'
import { postServerSignInBegin, postServerSignInCheck } from '@foyer/contract/media-servers/server-sign-in'
import { postInviteEmail } from '@foyer/contract/users'
import { type QueryClient, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { call } from '#lib/api.ts'

const SIGN_IN_POLL_MS = 3_000

export function ownServersQuery() {
  return queryOptions({
    queryKey: ['media-servers', 'own'],
    queryFn: ({ signal }) => call(getMediaServers, {}, { signal }),
  })
}

/** A new account changes the list, where titles can be watched, and the address saved for the caller. */
export function refreshServers(queries: QueryClient) {
  void queries.invalidateQueries({ queryKey: ['media-servers'] })
  void queries.invalidateQueries({ queryKey: ['sessions', 'me'] })
}

export function useCreateAccount(instanceID: string) {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: (body: NewOwnAccount) => call(postOwnAccount, { params: { instanceID }, body }),
    onSuccess: () => refreshServers(queries),
  })
}

export function useLinkAccount(instanceID: string) {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: (body: { username: string; password: string }) =>
      call(postAccountLink, { params: { instanceID }, body }),
    onSuccess: () => refreshServers(queries),
  })
}

/** For somebody who has not been given the server yet: admins are notified and decide. */
export function useShareEmail() {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: (email: string) => call(postInviteEmail, { body: { email } }),
    onSuccess: () => {
      refreshServers(queries)
      // With automatic approval, the server is now one of the caller's.
      void queries.invalidateQueries({ queryKey: ['app-config'] })
    },
  })
}

export function useBeginSignIn() {
  return useMutation({ mutationFn: () => call(postServerSignInBegin) })
}

export function signInCheckQuery(pin_id: string) {
  return queryOptions({
    queryKey: ['media-servers', 'sign-in', pin_id],
    queryFn: ({ signal }) => call(postServerSignInCheck, { body: { pin_id } }, { signal }),
    refetchInterval: query => (query.state.data?.linked || query.state.error ? false : SIGN_IN_POLL_MS),
    // The approval happens in another tab, so the state is refetched on return.
    refetchIntervalInBackground: true,
    retry: false,
    staleTime: Number.POSITIVE_INFINITY,
  })
}
