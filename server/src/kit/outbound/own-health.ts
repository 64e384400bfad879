/** C66 */
const LIMIT_MS = 5_000

/** The loopback address for a server that listens on all addresses. */
const LOOPBACKS: Record<string, string> = { '0.0.0.0': '127.0.0.1', '::': '::1' }

/** The health address of a server with these settings, for a request from the same machine. */
export function healthAddress(server: { bind: string; port: number; base_path: string }): string {
  const host = LOOPBACKS[server.bind] ?? server.bind
  const written = host.includes(':') ? `[${host}]` : host
  return `http://${written}:${server.port}${server.base_path}/api/health/ready`
}

/** A sentence about why the server at this address is not ready; null when it is. */
export async function findHealthProblem(url: string, limit_ms = LIMIT_MS): Promise<string | null> {
  let status: number
  try {
    const answer = await fetch(url, { redirect: 'manual', signal: AbortSignal.timeout(limit_ms) })
    status = answer.status
    await answer.body?.cancel()
  } catch {
    return `Foyer does not answer at ${url}.`
  }
  return status === 200 ? null : `Foyer is not ready: ${url} answered ${status}.`
}
