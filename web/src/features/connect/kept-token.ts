import { storageKey } from '#lib/base-url.ts'

const KEY = storageKey('connect_token')
/** For browsers that keep no storage. */
let held: string | null = null

/**
 * The token leaves the address bar at once (it would stay in the history and in screenshots), yet a phone
 * that drops the tab while the page waits for its button must find it again. It ends with the tab.
 */
export const keptToken = {
  keep(token: string) {
    held = token
    attempt(() => sessionStorage.setItem(KEY, token))
  },
  read(): string | null {
    return held ?? attempt(() => sessionStorage.getItem(KEY)) ?? null
  },
  forget() {
    held = null
    attempt(() => sessionStorage.removeItem(KEY))
  },
}

function attempt<T>(use: () => T): T | undefined {
  try {
    return use()
  } catch {
    return undefined
  }
}
