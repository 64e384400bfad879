import { storageKey } from './base-url.ts'
import { safeStorage } from './preferences.ts'

const KEY = storageKey('images')

/** Where pictures came from last time, when that is another server than this one. */
export function rememberImages(base: string) {
  const { origin } = new URL(base, document.baseURI)
  if (origin === location.origin) safeStorage.removeItem(KEY)
  else safeStorage.setItem(KEY, origin)
}

/** Opens the way to them while everything else is on its way; whoever was never shown one meets nobody. */
export function meetImages() {
  const origin = safeStorage.getItem(KEY)
  if (!origin) return
  const link = document.createElement('link')
  link.rel = 'preconnect'
  link.href = origin
  document.head.append(link)
}
