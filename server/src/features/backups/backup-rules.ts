import type { BackupSchedule } from '@foyer/contract/operations/backups'

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
