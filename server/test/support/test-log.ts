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

interface TestLogOptions {
  scrubber?: Scrubber
  level?: LogLevel
  /** Looks for secrets in a line. */
  lookAt?: (line: string) => void
}

/** The real log, collected instead of printed. */
export function createTestLog({
  scrubber = createScrubber(),
  level = 'debug',
  lookAt = line => lookForSecrets(line, 'a line of the log'),
}: TestLogOptions = {}): TestLog {
  const entries: LogEntry[] = []
  const destination = {
    write(line: string) {
      lookAt(line)
      // Our own line: the shape is what createLog prints.
      entries.push(JSON.parse(line) as LogEntry)
    },
  }
  return { ...createLog({ level, scrubber, destination }), entries }
}
