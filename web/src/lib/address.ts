/** A host without a scheme, perhaps with a port and a path: `127.0.0.1:7878`, `nas.local/radarr`, `[::1]:7878`. */
const BARE = /^(\[[0-9a-f:.]+\]|[\p{L}\p{N}_][\p{L}\p{N}_.-]*)(:\d{1,5})?(\/\S*)?$/iu

/** The beginning of a scheme that is still being typed is not the name of a host. */
const isBegun = (text: string) => 'http://'.startsWith(text) || 'https://'.startsWith(text)

/** The address that somebody meant: one without a scheme gets `http://`, anything else stays as typed. */
export function withScheme(typed: string): string {
  const address = typed.trim()
  return BARE.test(address) && !isBegun(address.toLowerCase()) ? `http://${address}` : address
}
