import type { BackupSchedule } from '@foyer/contract/operations/backups'
import { DAY_MS } from '#kit/durations.ts'

const MINUTE = 30
const SUNDAY = 0

/** The next time after `now`, in local time, also across a daylight-saving change; null while it is off. */
export function nextBackup({ every, hour }: BackupSchedule, now: Date): Date | null {
  if (every === 'off') return null
  const isMeant = (at: Date) => at.getTime() > now.getTime() && (every === 'daily' || at.getDay() === SUNDAY)
  for (let days = 0; ; days += 1) {
    const at = new Date(now)
    at.setDate(at.getDate() + days)
    at.setHours(hour, MINUTE, 0, 0)
    if (isMeant(at)) return at
  }
}

const INTERVAL_MS = { daily: DAY_MS, weekly: 7 * DAY_MS } as const

export interface BackupTimes {
  /** When the newest backup was made; null: none is known. */
  last_at: number | null
  /** Since when the schedule is as it is; null: not known. */
  on_since: number | null
}

/** More than two intervals without a backup: one that failed is retried meanwhile, and may still succeed. */
export function isOverdue(
  every: BackupSchedule['every'],
  { last_at, on_since }: BackupTimes,
  now: number,
): boolean {
  if (every === 'off' || (last_at === null && on_since === null)) return false
  return now - Math.max(last_at ?? 0, on_since ?? 0) > 2 * INTERVAL_MS[every]
}

const SQLITE = 'SQLite format 3\0'
/** What people may take for a backup: gzip, zip, 7z, xz, bzip2, zstd; pg_dump in its own form and as text. */
const PACKED: readonly string[] = [
  '\x1f\x8b',
  'PK\x03\x04',
  '7z\xbc\xaf',
  '\xfd7zXZ',
  'BZh',
  '\x28\xb5\x2f\xfd',
  'PGDMP',
  '--\n-- PostgreSQL',
]

/** What the first bytes of a file say. */
export function kindOfFile(head: Buffer): 'sqlite' | 'packed' | 'foreign' {
  const start = head.toString('latin1')
  if (start.startsWith(SQLITE)) return 'sqlite'
  return PACKED.some(magic => start.startsWith(magic)) ? 'packed' : 'foreign'
}

/** Free bytes that an upload or a restore leaves to the database that is in use. */
const SPARE_BYTES = 64 * 1024 * 1024

export function hasRoom(free_bytes: number, needed_bytes: number): boolean {
  return free_bytes - needed_bytes >= SPARE_BYTES
}
