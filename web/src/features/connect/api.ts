import {
  getExternalAddress,
  postConnect,
  postConnectToken,
  putExternalAddress,
} from '@foyer/contract/connect-links'
import {
  type DefaultInstances,
  type InstanceGrants,
  putDefaultInstances,
  putInstanceGrants,
} from '@foyer/contract/instance-grants'
import { type ContentPolicy, putContentPolicy } from '@foyer/contract/kids'
import type { RouteResult } from '@foyer/contract/route'
import { postAuthLogout } from '@foyer/contract/sessions'
import { patchAuthMethods } from '@foyer/contract/users'
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { call, session } from '#lib/api.ts'
import { baseUrl } from '#lib/base-url.ts'
import { thisDevice } from '#lib/device.ts'

export type ConnectLink = RouteResult<typeof postConnectToken>

export function externalAddressQuery() {
  return queryOptions({
    queryKey: ['connect', 'external-address'],
    queryFn: ({ signal }) => call(getExternalAddress, {}, { signal }),
    // The settings change it as well.
    staleTime: 0,
  })
}

export function useSaveExternalAddress() {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: (external_url: string) => call(putExternalAddress, { body: { external_url } }),
    onSuccess: saved => queries.setQueryData(externalAddressQuery().queryKey, saved),
  })
}

/** By name for somebody new or known, by id for somebody on the list. The former link stops working. */
export function makeLink(whom: { name: string } | { user_id: number }): Promise<ConnectLink> {
  // What stands in the address bar reaches this server; a proxy may hide that from the server itself.
  const server_url = baseUrl().replace(/\/$/, '')
  return call(postConnectToken, { body: { ...whom, server_url } })
}

export function useMakeLink() {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: makeLink,
    onSuccess: () => queries.invalidateQueries({ queryKey: ['users'] }),
  })
}

/** 1:4.1. `sso` when this server wants single sign-on first; the link keeps its use for that. */
export function useRedeem() {
  return useMutation({
    mutationFn: async (token: string): Promise<'in' | 'sso'> => {
      const answer = await call(postConnect, { body: { token, ...thisDevice() } })
      if ('sso_required' in answer) return 'sso'
      const before = session.current()
      // Whoever was signed in here leaves properly, instead of lingering in the list of devices.
      if (before && before.user.id !== answer.user.id) await call(postAuthLogout).catch(() => undefined)
      session.accept(answer)
      return 'in'
    },
  })
}

export interface NewInvite {
  name: string
  password_enabled: boolean
  passkey_enabled: boolean
  policy: ContentPolicy | null
  pins: DefaultInstances
  grants: InstanceGrants
}

/** What could not be done for a new person after the account was made. */
export type InviteGap = 'kids' | 'methods' | 'libraries'

export interface Invitation {
  link: ConnectLink
  gaps: readonly InviteGap[]
}

/** Somebody known keeps everything as it is and gets a link; only a new account takes the wishes. */
async function invite({ name, ...wish }: NewInvite): Promise<Invitation> {
  const link = await makeLink({ name })
  if (!link.created) return { link, gaps: [] }
  const params = { userID: String(link.user_id) }
  const { policy, pins, grants, ...methods } = wish
  const steps: Record<InviteGap, () => Promise<unknown>> = {
    kids: async () => policy && call(putContentPolicy, { params, body: policy }),
    methods: () => call(patchAuthMethods, { params, body: methods }),
    libraries: async () => {
      if (Object.keys(pins).length > 0) await call(putDefaultInstances, { params, body: pins })
      if (Object.keys(grants).length > 0) await call(putInstanceGrants, { params, body: grants })
    },
  }
  const gaps: InviteGap[] = []
  for (const step of ['kids', 'methods', 'libraries'] as const) {
    await steps[step]().catch(() => gaps.push(step))
  }
  return { link, gaps }
}

export function useInvite() {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: invite,
    onSuccess: () => queries.invalidateQueries({ queryKey: ['users'] }),
  })
}
