/**
 * Whether the host of an address is this machine. Names below `localhost` are not: a name server may send them to
 * another one.
 */
export function isLoopbackHost(hostname: string): boolean {
  return /^(localhost|127(\.\d{1,3}){3}|\[::1\])$/.test(hostname)
}
