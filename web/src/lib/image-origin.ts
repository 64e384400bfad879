import { storageKey } from './base-url.ts'
import { safeStorage } from './preferences.ts'

const KEY = storageKey('images')

/** Stores the origin images were loaded from, if it is not this server. */
export function rememberImages(base: string) {
  const { origin } = new URL(base, document.baseURI)
  if (origin === location.origin) safeStorage.removeItem(KEY)
  else safeStorage.setItem(KEY, origin)
}

/** Preconnects to that origin while the rest of the page loads. Does nothing on a first visit. */
export function preconnectImages() {
  const origin = safeStorage.getItem(KEY)
  if (!origin) return
  const link = document.createElement('link')
  link.rel = 'preconnect'
  link.href = origin
  document.head.append(link)
}
