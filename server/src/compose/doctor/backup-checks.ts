import type { Config } from '#config'
import { listBackups, newestBackupAt } from '#db/backup.ts'
import type { DataFolder } from '#db/data-folder.ts'
import type { ReadDatabase } from '#db/database.ts'
import { type BackupHealth, readBackupHealth } from '#features/backups/index.ts'
import type { Clock } from '#kit/clock.ts'
import { DAY_MS } from '#kit/durations.ts'
import { commandLine } from '#kit/launcher.ts'
import { createSettings } from '#settings/settings.ts'
import { refuseToWrite, WITHOUT_KEY } from '../without-key.ts'
import { type Finding, note, ok, problem } from './finding.ts'

export interface BackupCheckParts {
  config: Config
  folder: DataFolder
  clock: Clock
  /** Undefined: it cannot be read, so nobody knows how often backups are meant to be made. */
  database: ReadDatabase | undefined
}

const CHECK = 'backups'
const OLD_MS = 3 * DAY_MS

/** Whether backups are made as an admin chose. */
export async function checkBackups({ config, folder, clock, database }: BackupCheckParts): Promise<Finding> {
  const names = readNames(folder)
  if (names instanceof Error) {
    return problem(
      CHECK,
      `${folder.backups} cannot be read (${names.message}), so Foyer can neither make nor find backups. Make it a folder that the user Foyer runs as can read and write.`,
    )
  }
  const settings = createSettings({ database: { withWriteLock: refuseToWrite }, clock, box: WITHOUT_KEY })
  const health = database && (await readBackupHealth({ database, settings, clock, folder }))
  if (health?.problem) return overdue(config, health)
  const made_at = newestBackupAt(folder.backups)
  const age_ms = made_at === null ? 0 : clock.now().getTime() - made_at
  if (!health && age_ms > OLD_MS) {
    return note(
      CHECK,
      `The newest backup, ${names[0]}, is ${Math.floor(age_ms / DAY_MS)} days old. Whether one is overdue is in the database, which could not be read.`,
    )
  }
  return newest(config, names[0], health)
}

function readNames(folder: DataFolder): string[] | Error {
  try {
    return listBackups(folder.backups)
  } catch (error) {
    return error instanceof Error ? error : new Error(String(error))
  }
}

function overdue(config: Config, { every, last_at }: BackupHealth): Finding {
  const found = last_at === null ? 'No backup was ever made' : `The last backup was made at ${last_at}`
  const meant = every === 'weekly' ? 'each week' : 'each night'
  return problem(
    CHECK,
    `${found}, although Foyer should make one ${meant}. If it did not run, start it: it makes one at once. Otherwise its log has the reason; mend that, and make one with: ${commandLine(config, 'backup')}`,
  )
}

function newest(
  { database_url }: Config,
  name: string | undefined,
  health: BackupHealth | undefined,
): Finding {
  const is_off = health?.every === 'off'
  if (name === undefined) {
    const others = database_url
      ? ' Of several servers on one database, each has the backups that it made itself.'
      : ''
    const next = is_off
      ? 'An admin turned them off; turn them on at Settings → Backups.'
      : 'Foyer makes one each night, unless an admin chose otherwise.'
    return note(CHECK, `There is no backup yet. ${next}${others}`)
  }
  const sentence = `The newest is ${name}. Copy the folder backups and the key to another disk too.`
  return is_off
    ? note(CHECK, `${sentence} An admin turned scheduled backups off, so there will be no newer one.`)
    : ok(CHECK, sentence)
}
