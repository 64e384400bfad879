import type { RouteResult } from '@foyer/contract/route'
import type { getAuthStatus } from '@foyer/contract/sessions/sessions'
import {
  postAccountServerSignIn,
  postQuickConnectBegin,
  postQuickConnectCheck,
} from '@foyer/contract/sign-in/account-sign-in'
import { useMutation } from '@tanstack/react-query'
import { call, serverTime, session } from '#lib/api.ts'
import { storageKey } from '#lib/base-url.ts'
import { thisDevice } from '#lib/device.ts'
import { safeStorage } from '#lib/preferences.ts'
import type { Checked } from '../repeated-check.ts'
import { createStoredFlow } from '../stored-flow.ts'

/** A video server whose accounts may sign in (C62). */
export type AccountServer = NonNullable<RouteResult<typeof getAuthStatus>['account_sign_in']>[number]

export function useServerSignIn(instance_id: string) {
  return useMutation({
    mutationFn: (credentials: { username: string; password: string }) =>
      call(postAccountServerSignIn, { body: { instance_id, ...credentials, ...thisDevice() } }),
    onSuccess: tokens => session.accept(tokens),
  })
}

export type QuickFlow = RouteResult<typeof postQuickConnectBegin> & { server: AccountServer }

export const quickFlows = createStoredFlow<QuickFlow>({
  storage: safeStorage,
  key: storageKey('quick_connect'),
  now: serverTime.now,
})

export async function beginQuickConnect(server: AccountServer): Promise<QuickFlow> {
  const { instance_id } = server
  const flow = {
    ...(await call(postQuickConnectBegin, { body: { instance_id, ...thisDevice() } })),
    server,
  }
  quickFlows.keep(flow)
  return flow
}

export async function checkQuickConnect({ flow }: QuickFlow): Promise<Checked> {
  const answer = await call(postQuickConnectCheck, { body: { flow } })
  if (!('access_token' in answer)) return 'pending'
  quickFlows.forget()
  session.accept(answer)
  return 'done'
}
