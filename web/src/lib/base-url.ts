/** The address Foyer is served from, ending in a slash. The server writes APP_BASE_PATH into `<base href>`. */
export function baseUrl(): string {
  return new URL('.', document.baseURI).href
}

/** `/foyer` below a prefix, `/` at the root: the form the router expects. */
export function basePath(): string {
  const { pathname } = new URL('.', document.baseURI)
  return pathname === '/' ? '/' : pathname.replace(/\/$/, '')
}

/** Two Foyers may share an origin under different paths, so storage keys carry the path. */
export function storageKey(name: string): string {
  const path = basePath()
  return path === '/' ? `foyer.${name}` : `foyer${path}.${name}`
}

/** 0.3: server paths such as `/api/…` are relative to the base path; absolute addresses stay as they are. */
export function fromServer(address: string): string {
  return address.startsWith('/') ? `${baseUrl()}${address.slice(1)}` : address
}
