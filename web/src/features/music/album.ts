import type { MusicItem, MusicPeriod } from '@foyer/contract/discover-music'
import { fromServer } from '#lib/base-url.ts'

/** A year, month or day (1/4.3); cards show only the year. */
export function yearOf(date: string | undefined): string | undefined {
  return /^\d{4}/.exec(date ?? '')?.[0]
}

/** 1:4.3 rule 2: an id is shown once, at its first position; the same title under another id stays. */
export function unique<T extends { foreign_id: string }>(items: readonly T[]): T[] {
  const seen = new Set<string>()
  return items.filter(({ foreign_id }) => !seen.has(foreign_id) && seen.add(foreign_id))
}

const TYPES = ['Album', 'EP', 'Single'] as const

/** A discography: albums, then EPs, then singles, each newest first. */
export function byType(items: readonly MusicItem[]) {
  return TYPES.map(type => ({
    type,
    items: items
      .filter(item => item.release_type === type)
      .toSorted((a, b) => (b.release_date ?? '').localeCompare(a.release_date ?? '')),
  })).filter(group => group.items.length > 0)
}

/** 1:4.3: the relay's address, with the selected library. Image requests reveal nothing else about the reader. */
export function artworkOf(path: string | null | undefined, instance_id: string | undefined) {
  if (!path) return undefined
  const address = fromServer(path)
  const is_relay = path.startsWith('/api/discover/music/artwork/')
  return instance_id && is_relay ? `${address}?${new URLSearchParams({ instance_id })}` : address
}

export const PERIODS = ['this_week', 'this_month', 'this_year'] as const satisfies readonly MusicPeriod[]

export function isPeriod(value: unknown): value is MusicPeriod {
  return PERIODS.some(period => period === value)
}
