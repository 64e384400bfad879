import type { SafeStorage } from '#lib/preferences.ts'

/** A challenge holds for five minutes (1/4.1); older than this it is not offered any more. */
const USABLE_MS = 4 * 60_000

export interface KeptCeremony<C> {
  /** One that is still usable, else a new one. */
  open(): Promise<C>
  /** How long the one at hand may still be offered; the whole time when there is none. */
  usableMs(): number
  /** It is being finished, which can be done once. */
  forget(): void
}

/**
 * One ceremony per tab at a time: a sign-in page that is opened again, and its button beside the suggestions
 * of the name field, share it, for every beginning is a sign-in attempt of the household (0.5).
 */
export function createKeptCeremony<C>(deps: {
  tab: SafeStorage
  key: string
  now: () => number
  begin: () => Promise<C>
}): KeptCeremony<C> {
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
