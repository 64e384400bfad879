import { postConnect, postConnectToken } from '@foyer/contract/connect-links'
import {
  type DefaultInstances,
  type InstanceGrants,
  putDefaultInstances,
  putInstanceGrants,
} from '@foyer/contract/instances/instance-grants'
import { type ContentPolicy, putContentPolicy } from '@foyer/contract/kids'
import type { RouteResult } from '@foyer/contract/route'
import { patchAuthMethods } from '@foyer/contract/users'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { call } from '#lib/api.ts'
import { baseUrl } from '#lib/base-url.ts'
import { thisDevice } from '#lib/device.ts'
import { replaceSession } from '#lib/replace-session.ts'

export type ConnectLink = RouteResult<typeof postConnectToken>

/** By name for a new or existing person, by id for one on the list. The previous link stops working. */
export function makeLink(whom: { name: string } | { user_id: number }): Promise<ConnectLink> {
  // The browser's address reaches this server; a proxy may hide it from the server itself.
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

/** 1:4.1. `sso` if this server requires single sign-on first; the link stays valid for that. */
export function useRedeem() {
  return useMutation({
    mutationFn: async (token: string): Promise<'in' | 'sso'> => {
      const answer = await call(postConnect, { body: { token, ...thisDevice() } })
      if ('sso_required' in answer) return 'sso'
      await replaceSession(answer)
      return 'in'
    },
  })
}

export interface InviteDraft {
  name: string
  password_enabled: boolean
  passkey_enabled: boolean
  policy: ContentPolicy | null
  pins: DefaultInstances
  grants: InstanceGrants
}

/** Parts of an invitation that could not be saved after the account was created. */
export type UnsavedPart = 'kids' | 'methods' | 'libraries'

export interface Invitation {
  link: ConnectLink
  unsaved: readonly UnsavedPart[]
}

/** An existing person keeps everything and only gets a link; only a new account gets the options. */
async function invite({ name, ...draft }: InviteDraft): Promise<Invitation> {
  const link = await makeLink({ name })
  if (!link.created) return { link, unsaved: [] }
  const params = { userID: String(link.user_id) }
  const { policy, pins, grants, ...methods } = draft
  const steps: Record<UnsavedPart, () => Promise<unknown>> = {
    kids: async () => policy && call(putContentPolicy, { params, body: policy }),
    methods: () => call(patchAuthMethods, { params, body: methods }),
    libraries: async () => {
      if (Object.keys(pins).length > 0) await call(putDefaultInstances, { params, body: pins })
      if (Object.keys(grants).length > 0) await call(putInstanceGrants, { params, body: grants })
    },
  }
  const unsaved: UnsavedPart[] = []
  for (const step of ['kids', 'methods', 'libraries'] as const) {
    await steps[step]().catch(() => unsaved.push(step))
  }
  return { link, unsaved }
}

export function useInvite() {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: invite,
    onSuccess: () => queries.invalidateQueries({ queryKey: ['users'] }),
  })
}
