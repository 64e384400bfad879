const LONGEST = 253

/** 2/4.12: a host name or IPv4 address; no colon, so neither a port nor IPv6. Null for anything else. */
export function readAddress(text: string): string | null {
  const address = text.trim()
  return address.length <= LONGEST && /^[A-Za-z0-9._-]+$/.test(address) ? address : null
}
