/** A host without a scheme, perhaps with a port and a path: `127.0.0.1:7878`, `nas.local/radarr`, `[::1]:7878`. */
const BARE = /^(\[[0-9a-f:.]+\]|[\p{L}\p{N}_][\p{L}\p{N}_.-]*)(:\d{1,5})?(\/\S*)?$/iu

/** The start of a scheme that is still being typed (`htt`) is not a host name. */
const isBegun = (text: string) => 'http://'.startsWith(text) || 'https://'.startsWith(text)

/** Completes an address: without a scheme it gets `http://`, anything else stays as typed. */
export function withScheme(typed: string): string {
  const address = typed.trim()
  return BARE.test(address) && !isBegun(address.toLowerCase()) ? `http://${address}` : address
}
