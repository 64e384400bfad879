import { useSyncExternalStore } from 'react'
import { createApiClient } from './api-client.ts'
import { baseUrl, storageKey } from './base-url.ts'
import { safeStorage, tabStorage } from './preferences.ts'
import { createReachability } from './reachability.ts'
import { createServerTime } from './server-time.ts'
import { createSessionStore } from './session-store.ts'
import { createTaskRunner, spreadCalls } from './spread-calls.ts'

const SESSION_KEY = storageKey('session')
const channel = 'BroadcastChannel' in window ? new BroadcastChannel(SESSION_KEY) : null

export const reachability = createReachability()
export const serverTime = createServerTime(Date.now)

export const session = createSessionStore({
  storage: safeStorage,
  tab: tabStorage,
  key: SESSION_KEY,
  now: Date.now,
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a channel never leaves its origin
  announce: renewal => channel?.postMessage(renewal),
})

channel?.addEventListener('message', event => session.adopt(event.data))

window.addEventListener('storage', event => {
  // A null key means that the whole storage was cleared.
  if (event.key === SESSION_KEY || event.key === null) session.reread()
})

const client = createApiClient({
  transport: spreadCalls(
    serverTime.watching((url, init) => fetch(url, init)),
    createTaskRunner(),
  ),
  base: baseUrl,
  session,
  now: Date.now,
  // Missing in insecure contexts such as a plain http address at home. There, two tabs may refresh at once, which is
  // harmless: the refresh token does not change.
  exclusively: work =>
    'locks' in navigator ? navigator.locks.request(`${SESSION_KEY}.refresh`, work) : work(),
  onReach: reachability.report,
})

export const { call, openEvents, sendBytes, download, freshToken, refresh } = client

export function useSession() {
  return useSyncExternalStore(session.subscribe, session.current)
}

export function useIsReached() {
  return useSyncExternalStore(reachability.subscribe, reachability.isReached)
}
