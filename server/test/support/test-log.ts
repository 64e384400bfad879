import { createLog, type LogLevel, type ServerLog } from '#kit/log.ts'
import { createScrubber, type Scrubber } from '#kit/scrub.ts'
import { lookForSecrets } from './secret-watch.ts'

interface LogEntry extends Record<string, unknown> {
  level: LogLevel
  time: string
  msg: string
}

export interface TestLog extends ServerLog {
  /** The lines written so far, children's included, as they would have been printed. */
  entries: LogEntry[]
}

/** The real log, collected instead of printed. */
export function createTestLog(scrubber: Scrubber = createScrubber(), level: LogLevel = 'debug'): TestLog {
  const entries: LogEntry[] = []
  const destination = {
    write(line: string) {
      lookForSecrets(line, 'a line of the log')
      // Our own line: the shape is what createLog prints.
      entries.push(JSON.parse(line) as LogEntry)
    },
  }
  return { ...createLog({ level, scrubber, destination }), entries }
}
