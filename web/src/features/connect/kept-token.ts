import { storageKey } from '#lib/base-url.ts'
import { tabStorage } from '#lib/preferences.ts'

const KEY = storageKey('connect_token')

/**
 * The token leaves the address bar at once (it would stay in the history and in screenshots), yet a phone
 * that drops the tab while the page waits for its button must find it again. It ends with the tab.
 */
export const keptToken = {
  keep: (token: string) => tabStorage.setItem(KEY, token),
  read: () => tabStorage.getItem(KEY),
  forget: () => tabStorage.removeItem(KEY),
}
