import type { SafeStorage } from '#lib/preferences.ts'

/** A challenge is valid for five minutes (1/4.1); it is not offered for longer than this. */
const USABLE_MS = 4 * 60_000

export interface SharedCeremony<C> {
  /** The current ceremony if still usable, otherwise a new one. */
  open(): Promise<C>
  /** How long the current one may still be offered; the full time if there is none. */
  usableMs(): number
  /** It is being finished, which works only once. */
  forget(): void
}

/**
 * One ceremony per tab at a time. A reopened sign-in page, its button and the field's autofill share it, because
 * every start counts as a sign-in attempt (0.5).
 */
export function createSharedCeremony<C>(deps: {
  tab: SafeStorage
  key: string
  now: () => number
  begin: () => Promise<C>
}): SharedCeremony<C> {
  const { tab, key, now, begin } = deps
  let opening: Promise<C> | null = null

  function read(): { ceremony: C; until: number } | null {
    try {
      const kept = JSON.parse(tab.getItem(key) ?? 'null') as { ceremony: C; until: number } | null
      return kept && kept.until > now() ? kept : null
    } catch {
      return null
    }
  }

  async function renew(): Promise<C> {
    const ceremony = await begin()
    tab.setItem(key, JSON.stringify({ ceremony, until: now() + USABLE_MS }))
    return ceremony
  }

  return {
    async open() {
      const kept = read()
      if (kept) return kept.ceremony
      opening ??= renew().finally(() => {
        opening = null
      })
      return opening
    },
    usableMs: () => (read()?.until ?? now() + USABLE_MS) - now(),
    forget: () => tab.removeItem(key),
  }
}
