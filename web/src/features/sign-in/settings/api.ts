import {
  getAccountSignIn,
  type AccountSignIn,
  putAccountSignIn,
} from '@foyer/contract/sign-in/account-sign-in'
import {
  getInviteAuth,
  getInviteCandidates,
  type InviteAuth,
  postInviteConfirm,
  putInviteAuth,
} from '@foyer/contract/sign-in/invite-sign-in'
import {
  getOidcConfig,
  type OidcChange,
  postOidcTest,
  postOidcValidate,
  putOidcConfig,
} from '@foyer/contract/sign-in/oidc-admin'
import { postOidcExchange } from '@foyer/contract/sign-in/oidc-sign-in'
import { type QueryClient, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { call } from '#lib/api.ts'
import { readAgain } from '#lib/read-again.ts'
import { createProof } from '../proof.ts'

/** The sign-in page shows what these settings offer. */
function refreshStatus(queries: QueryClient) {
  void queries.invalidateQueries({ queryKey: ['sessions', 'status'] })
}

export function oidcConfigQuery() {
  return queryOptions({
    queryKey: ['sign-in', 'oidc'],
    queryFn: ({ signal }) => call(getOidcConfig, {}, { signal }),
  })
}

export function useSaveOidc() {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: (body: OidcChange) => call(putOidcConfig, { body }),
    onSuccess: config => {
      queries.setQueryData(oidcConfigQuery().queryKey, config)
      refreshStatus(queries)
    },
  })
}

export function useValidateOidc() {
  return useMutation({ mutationFn: () => call(postOidcValidate, { body: {} }) })
}

export interface OpenTest {
  flow: string
  start_url: string
  verifier: string
}

export async function beginTest(): Promise<OpenTest> {
  const { verifier, challenge } = await createProof()
  return { ...(await call(postOidcTest, { body: { challenge } })), verifier }
}

/** The provider's answer in words; nothing was written. */
export async function finishTest({ flow, verifier }: OpenTest, code: string): Promise<string> {
  const answer = await call(postOidcExchange, { body: { code, flow, verifier } })
  return 'message' in answer ? answer.message : ''
}

export function inviteAuthQuery() {
  return queryOptions({
    queryKey: ['sign-in', 'plex'],
    queryFn: ({ signal }) => call(getInviteAuth, {}, { signal }),
  })
}

export function useChangeInviteAuth() {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: (body: Partial<InviteAuth>) => call(putInviteAuth, { body }),
    onSuccess: saved => {
      queries.setQueryData(inviteAuthQuery().queryKey, saved)
      refreshStatus(queries)
    },
  })
}

/** Read fresh from Plex, which takes a moment, so only on demand. */
export function candidatesQuery() {
  return queryOptions({
    queryKey: ['sign-in', 'candidates'],
    queryFn: async ({ signal }) => (await call(getInviteCandidates, {}, { signal })).candidates,
    staleTime: Number.POSITIVE_INFINITY,
    retry: false,
  })
}

export function useConfirmCandidates() {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: (mappings: { user_id: number; invite_account_id: string }[]) =>
      call(postInviteConfirm, { body: { mappings } }),
    // After a refusal, the list shows what has changed.
    onSettled: readAgain(() => {
      void queries.invalidateQueries({ queryKey: ['users'] })
      return queries.invalidateQueries({ queryKey: candidatesQuery().queryKey })
    }),
  })
}

export function accountSignInQuery() {
  return queryOptions({
    queryKey: ['sign-in', 'account-servers'],
    queryFn: ({ signal }) => call(getAccountSignIn, {}, { signal }),
  })
}

export function useChangeAccountSignIn() {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: (body: Partial<AccountSignIn>) => call(putAccountSignIn, { body }),
    onSuccess: saved => {
      queries.setQueryData(accountSignInQuery().queryKey, saved)
      refreshStatus(queries)
    },
  })
}
