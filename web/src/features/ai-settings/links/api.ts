import * as routes from '@foyer/contract/assistant/ai-oauth'
import type { AiCatalogEntry, AiOauthProvider } from '@foyer/contract/assistant/ai-providers'
import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { call } from '#lib/api.ts'
import { isLinked } from '../catalog.ts'

/** Whose account it is: one's own, or the one that the server includes. */
export type Owner = 'own' | 'included'

const ROUTES = {
  own: {
    status: routes.getAiAccount,
    begin: routes.postAiDeviceBegin,
    poll: routes.getAiDeviceFlow,
    cancel: routes.deleteAiDeviceFlow,
    unlink: routes.deleteAiAccount,
  },
  included: {
    status: routes.getSharedAiAccount,
    begin: routes.postSharedAiDeviceBegin,
    poll: routes.getSharedAiDeviceFlow,
    cancel: routes.deleteSharedAiDeviceFlow,
    unlink: routes.deleteSharedAiAccount,
  },
} as const

const PATHS = { oauth_a: 'oauth-a', oauth_b: 'oauth-b' } as const satisfies Record<AiOauthProvider, string>

export function linkedAccountQuery(owner: Owner, provider: AiOauthProvider) {
  const params = { oauth: PATHS[provider] }
  return queryOptions({
    queryKey: ['ai-settings', 'account', owner, provider],
    queryFn: ({ signal }) => call(ROUTES[owner].status, { params }, { signal }),
  })
}

/** Whether a provider can be tried: with a key it can, and with an account once that is linked. */
export function useCanTry(owner: Owner, entry: AiCatalogEntry): boolean {
  const account = isLinked(entry.id) ? entry.id : null
  const { data } = useQuery({
    ...linkedAccountQuery(owner, account ?? 'oauth_a'),
    enabled: account !== null && entry.available,
  })
  return account === null || (data?.connected === true && data.reason !== 'reconnect_required')
}

/** Polled at the provider's own interval until it ends. */
export function linkFlowQuery(
  owner: Owner,
  provider: AiOauthProvider,
  flow: { flow_id: string; interval: number },
) {
  const params = { oauth: PATHS[provider], flowID: flow.flow_id }
  return queryOptions({
    queryKey: ['ai-link-flow', owner, provider, flow.flow_id],
    queryFn: ({ signal }) => call(ROUTES[owner].poll, { params }, { signal }),
    refetchInterval: query =>
      (query.state.data?.status ?? 'pending') === 'pending' ? flow.interval * 1000 : false,
    // The code is entered on another page or device, so the state is refetched on return.
    refetchIntervalInBackground: true,
    refetchOnWindowFocus: 'always',
    staleTime: 0,
  })
}

export function useBeginLink(owner: Owner, provider: AiOauthProvider) {
  return useMutation({
    mutationFn: (model: string) =>
      call(ROUTES[owner].begin, { params: { oauth: PATHS[provider] }, body: model ? { model } : {} }),
  })
}

export function useCancelLink(owner: Owner, provider: AiOauthProvider) {
  return useMutation({
    mutationFn: (flowID: string) =>
      call(ROUTES[owner].cancel, { params: { oauth: PATHS[provider], flowID } }),
  })
}

export function useUnlink(owner: Owner, provider: AiOauthProvider) {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: () => call(ROUTES[owner].unlink, { params: { oauth: PATHS[provider] } }),
    // What is in use may have been this account.
    onSuccess: () => queries.invalidateQueries({ queryKey: ['ai-settings'] }),
  })
}
