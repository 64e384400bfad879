import type { Clock } from '#kit/clock.ts'
import { MINUTE_MS } from '#kit/durations.ts'
import { newId } from '#kit/ids.ts'
import type { RelyingParty } from './passkey-rules.ts'

/** 1/4.1 */
export const CEREMONY_MS = 5 * MINUTE_MS
/** Far more than any household needs; a flood of started ceremonies must not fill the memory. */
const MAX_CEREMONIES = 10_000

export interface Ceremony extends RelyingParty {
  challenge: string
  /** Who may finish it: anybody, a signed-in user, or the holder of a setup link. */
  owner: string
  /** For the owner: comes back when the ceremony is finished. */
  note?: string
}

export interface Ceremonies {
  begin(ceremony: Ceremony): string
  /** Removes it, so that it can be finished only once; undefined when it is gone or belongs to somebody else. */
  take(session_id: string, owner: string): Ceremony | undefined
}

/** Running ceremonies are kept in memory: after a restart, the user presses the button again. */
export function createCeremonies(clock: Clock): Ceremonies {
  const open = new Map<string, Ceremony & { ends_at: number }>()
  const now = () => clock.monotonicMs()

  /** In order of creation, so the oldest come first. */
  function makeRoom(): void {
    for (const [id, { ends_at }] of open) {
      if (ends_at > now() && open.size < MAX_CEREMONIES) return
      open.delete(id)
    }
  }

  return {
    begin(ceremony) {
      makeRoom()
      const session_id = newId('pc')
      open.set(session_id, { ...ceremony, ends_at: now() + CEREMONY_MS })
      return session_id
    },
    take(session_id, owner) {
      const found = open.get(session_id)
      if (!found || found.owner !== owner) return undefined
      open.delete(session_id)
      return found.ends_at > now() ? found : undefined
    },
  }
}
