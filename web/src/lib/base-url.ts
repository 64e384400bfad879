/** Where Foyer lives, ending in a slash; the server writes APP_BASE_PATH into `<base href>`. */
export function baseUrl(): string {
  return new URL('.', document.baseURI).href
}

/** `/foyer` below a prefix, `/` at the root: the form the router wants. */
export function basePath(): string {
  const { pathname } = new URL('.', document.baseURI)
  return pathname === '/' ? '/' : pathname.replace(/\/$/, '')
}

/** Two Foyers may share an origin under different paths; what they keep in the browser must not mix. */
export function storageKey(name: string): string {
  const path = basePath()
  return path === '/' ? `foyer.${name}` : `foyer${path}.${name}`
}

/** 0.3: what the server calls `/api/…` lies below the place where Foyer lives; other addresses stay. */
export function fromServer(address: string): string {
  return address.startsWith('/') ? `${baseUrl()}${address.slice(1)}` : address
}
