import type { RouteResult } from '@foyer/contract/route'
import {
  postInviteLink,
  postInviteSignInBegin,
  postInviteSignInCancel,
  postInviteSignInCheck,
  postInviteSignInExchange,
} from '@foyer/contract/sign-in/invite-sign-in'
import { call, serverTime } from '#lib/api.ts'
import { storageKey } from '#lib/base-url.ts'
import { thisDevice } from '#lib/device.ts'
import { safeStorage } from '#lib/preferences.ts'
import { replaceSession } from '#lib/replace-session.ts'
import { createProof } from '../proof.ts'
import type { Checked } from '../repeated-check.ts'
import { createStoredFlow } from '../stored-flow.ts'

export type PlexPurpose = 'sign_in' | 'link'
export type PlexFlow = RouteResult<typeof postInviteSignInBegin> & { verifier: string }

const stored = (purpose: PlexPurpose) =>
  createStoredFlow<PlexFlow>({
    storage: safeStorage,
    key: storageKey(`plex_${purpose}`),
    now: serverTime.now,
  })

export const plexFlows = { sign_in: stored('sign_in'), link: stored('link') }

export async function beginPlex(purpose: PlexPurpose): Promise<PlexFlow> {
  const { verifier, challenge } = await createProof()
  const begun =
    purpose === 'link'
      ? await call(postInviteLink, { body: { challenge } })
      : await call(postInviteSignInBegin, { body: { client: 'web', challenge, ...thisDevice() } })
  const flow = { ...begun, verifier }
  plexFlows[purpose].keep(flow)
  return flow
}

/** Once approved, signs in or links right away: the code works once and only for a minute (2/4.3). */
export async function checkPlex({ flow, verifier }: PlexFlow): Promise<Checked> {
  const checked = await call(postInviteSignInCheck, { body: { flow, verifier } })
  if (checked.status === 'pending') return 'pending'
  const answer = await call(postInviteSignInExchange, { body: { flow, code: checked.code, verifier } })
  if ('access_token' in answer) await replaceSession(answer)
  return 'done'
}

/** A flow that cannot be cancelled expires by itself. */
export function cancelPlex({ flow, verifier }: PlexFlow): void {
  void call(postInviteSignInCancel, { body: { flow, verifier } }).catch(() => undefined)
}
