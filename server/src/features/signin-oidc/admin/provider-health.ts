import type { Clock } from '#kit/clock.ts'
import type { Log } from '#kit/log.ts'
import { type OidcClient, OidcFault, type OidcProvider } from '#ports/oidc-provider.ts'

/** How long a result is good. */
const FRESH_MS = 30_000
/** How long a save waits for the first result. */
const SETTLE_MS = 2000

export type ProviderState = 'usable' | 'misconfigured' | 'provider_unreachable'

interface Result {
  of: string
  state: ProviderState
  at_ms: number
}

/**
 * Whether the provider answered the last time it was read. The status never waits for it: an old result is still
 * reported while the next one is on its way, and the provider is not asked while nobody reads the status.
 */
export function createProviderHealth(deps: {
  provider: Pick<OidcProvider, 'validate'>
  clock: Clock
  log: Log
}) {
  const { provider, clock, log } = deps
  let known: Result | undefined
  let results = 0
  let reading: { of: string; ended: Promise<void> } | undefined

  const isOld = ({ at_ms }: Result) => clock.monotonicMs() - at_ms >= FRESH_MS

  function keep(of: string, state: ProviderState): void {
    known = { of, state, at_ms: clock.monotonicMs() }
    results += 1
  }

  async function readAndKeep(client: OidcClient, isWanted: () => boolean): Promise<void> {
    const of = keyOf(client)
    try {
      await provider.validate(client)
      if (isWanted()) keep(of, 'usable')
    } catch (error) {
      if (error instanceof OidcFault && isWanted())
        keep(of, error.kind === 'unreachable' ? 'provider_unreachable' : 'misconfigured')
      throw error
    }
  }

  /**
   * At most one read of a configuration at a time. A newer configuration makes the result of an older one worthless.
   */
  function readInBackground(client: OidcClient): Promise<void> {
    const of = keyOf(client)
    const isCurrent = () => reading?.of === of
    if (reading && isCurrent()) return reading.ended
    const ended = readAndKeep(client, isCurrent)
      .catch((err: unknown) => {
        if (!(err instanceof OidcFault)) log.warn({ err }, 'the sign-in provider could not be checked')
      })
      .finally(() => {
        if (isCurrent()) reading = undefined
      })
    reading = { of, ended }
    return ended
  }

  const resultOf = (client: OidcClient) => (known?.of === keyOf(client) ? known : undefined)

  return {
    /** Reads the provider now, and remembers the result. Throws OidcFault. */
    read: (client: OidcClient): Promise<void> => readAndKeep(client, () => true),

    /** The last known state; undefined when it was never read with this configuration. */
    stateOf(client: OidcClient): ProviderState | undefined {
      const result = resultOf(client)
      if (!result || isOld(result)) void readInBackground(client)
      return result?.state
    },

    /** Waits until the state of this configuration is known, but not long for a provider that does not answer. */
    async settle(client: OidcClient): Promise<void> {
      const result = resultOf(client)
      if (result && !isOld(result)) return
      const waiting = new AbortController()
      const enough = clock.sleep(SETTLE_MS, waiting.signal).catch(() => undefined)
      await Promise.race([readInBackground(client), enough])
      waiting.abort()
    },

    /** Changes with every result, and when the last one becomes old, so that cached answers are built again. */
    version: (): number => 2 * results + (known && isOld(known) ? 1 : 0),
  }
}

export type ProviderHealth = ReturnType<typeof createProviderHealth>

function keyOf({ issuer, client_id, use_proxy }: OidcClient): string {
  return JSON.stringify([issuer, client_id, use_proxy])
}
