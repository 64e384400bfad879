import type { Config } from '#config'
import { describeDataFolder } from '#db/data-folder.ts'
import type { Clock } from '#kit/clock.ts'
import type { Scrubber } from '#kit/scrub.ts'
import { checkDatabase } from './database-checks.ts'
import { type Finding, note, problem, writeFinding } from './finding.ts'
import { checkBackups } from './backup-checks.ts'
import { checkDisk, checkFolder } from './folder-checks.ts'
import { checkKey } from './key-checks.ts'
import { checkClock, checkPort } from './machine-checks.ts'
import { checkNetwork } from './network-checks.ts'

export interface DoctorParts {
  config: Config
  clock: Clock
  scrubber: Scrubber
  /** Receives one line for each check as soon as it is done, without secrets. */
  print(line: string): void
}

/**
 * Checks the requirements of a server, while it runs or when it cannot start. Changes nothing. Returns whether every
 * check passed.
 */
export async function examine({ config, clock, scrubber, print }: DoctorParts): Promise<boolean> {
  const folder = describeDataFolder(config.data_dir)
  let isWell = true

  function report(findings: readonly Finding[]): void {
    for (const finding of findings) {
      if (finding.state === 'problem') isWell = false
      print(scrubber.scrub(writeFinding(finding)))
    }
  }

  /** A check that throws is a finding too, and the next ones still run. */
  async function run(check: string, examineIt: () => Finding[] | Promise<Finding[]>): Promise<void> {
    report(await attempt(check, examineIt))
  }

  await run('data folder', () => checkFolder(folder))
  await run('disk', () => [checkDisk(folder)])
  const { findings, database } = await checkDatabase(config, folder).catch((error: unknown) => ({
    findings: [failed('database', error)],
    database: undefined,
  }))
  report(findings)
  try {
    await run('backups', async () => [await checkBackups({ config, folder, clock, database })])
    const { finding, box } = await checkKey(config, folder, database).catch((error: unknown) => ({
      finding: failed('key', error),
      box: undefined,
    }))
    report([finding])
    await run('clock', async () => [await checkClock(clock, database)])
    await run('port', async () => [await checkPort(config)])
    if (database && box) await run('network', () => checkNetwork({ config, clock, scrubber, database, box }))
    else
      report([
        note('network', 'Proxies and instances were not checked: their addresses are in the database.'),
      ])
  } finally {
    await database?.close()
  }
  return isWell
}

async function attempt(check: string, examineIt: () => Finding[] | Promise<Finding[]>): Promise<Finding[]> {
  try {
    return await examineIt()
  } catch (error) {
    return [failed(check, error)]
  }
}

function failed(check: string, error: unknown): Finding {
  const reason = error instanceof Error ? error.message : String(error)
  return problem(check, `This could not be checked: ${reason}`)
}
