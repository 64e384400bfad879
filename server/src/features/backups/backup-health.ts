import type { BackupSchedule } from '@foyer/contract/operations/backups'
import { newestBackupAt } from '#db/backup.ts'
import type { ReadDatabase } from '#db/database.ts'
import { type Clock, iso } from '#kit/clock.ts'
import type { Settings } from '#settings/settings.ts'
import { isOverdue } from './backup-rules.ts'
import { backupRecord, backupSchedule } from './backup-settings.ts'

export interface BackupHealthParts {
  database: Pick<ReadDatabase, 'read'>
  settings: Pick<Settings, 'read'>
  clock: Pick<Clock, 'now'>
  folder: { backups: string }
}

export interface BackupHealth {
  every: BackupSchedule['every']
  /** When the newest backup was made; null: none is known. */
  last_at: string | null
  /** `unreadable`: whether there is one cannot be told, and none can be made. */
  problem: 'overdue' | 'unreadable' | null
}

/** Whether the backups by schedule are made. An upload or a file that somebody put there is not one of them. */
export async function readBackupHealth(parts: BackupHealthParts): Promise<BackupHealth> {
  const { settings, folder } = parts
  const { read } = parts.database
  const [{ every }, record] = await Promise.all([
    settings.read(read, backupSchedule),
    settings.read(read, backupRecord),
  ])
  const recorded = parse(record.last_at)
  let found: number | null
  try {
    found = newestBackupAt(folder.backups)
  } catch {
    return { every, last_at: record.last_at, problem: every === 'off' ? null : 'unreadable' }
  }
  const newest = Math.max(recorded ?? 0, found ?? 0)
  const last_at = newest > 0 ? newest : null
  const times = { last_at, on_since: parse(record.on_since) }
  return {
    every,
    last_at: last_at === null ? null : iso(last_at),
    problem: isOverdue(every, times, parts.clock.now().getTime()) ? 'overdue' : null,
  }
}

const parse = (time: string | null) => (time === null ? null : Date.parse(time))
