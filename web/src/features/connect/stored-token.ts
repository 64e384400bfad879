import { storageKey } from '#lib/base-url.ts'
import { tabStorage } from '#lib/preferences.ts'

const KEY = storageKey('connect_token')

/**
 * The token is removed from the address bar immediately, because it would stay in the history and in screenshots. It
 * is stored per tab, so that a phone that unloads the tab before the button is pressed finds it again.
 */
export const storedToken = {
  keep: (token: string) => tabStorage.setItem(KEY, token),
  read: () => tabStorage.getItem(KEY),
  forget: () => tabStorage.removeItem(KEY),
}
