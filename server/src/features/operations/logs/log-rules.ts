import type { LogLevelName, LogLine } from '@foyer/contract/operations/logs'

/** From the worst. */
const LEVELS: readonly LogLevelName[] = ['error', 'warn', 'info', 'debug']

export interface LineFilter {
  level?: LogLevelName | undefined
  text?: string | undefined
  after?: number | undefined
  before?: number | undefined
  limit: number
}

interface WrittenLine {
  id: number
  /** JSON, as it was printed. */
  text: string
}

/** The newest lines that fit, oldest first; with `after` those that follow it at once. */
export function chooseLines(written: readonly WrittenLine[], filter: LineFilter): LogLine[] {
  const { after, before, limit, level = 'debug' } = filter
  const text = filter.text?.toLowerCase() ?? ''
  const fitting = written.filter(
    line =>
      (after === undefined || line.id > after) &&
      (before === undefined || line.id < before) &&
      line.text.toLowerCase().includes(text),
  )
  const lines = fitting.map(readLine).filter(line => isAtLeast(line.level, level))
  return after === undefined ? lines.slice(-limit) : lines.slice(0, limit)
}

function readLine({ id, text }: WrittenLine): LogLine {
  // Our own line: the log writes these fields into each.
  const { time, level, msg, ...fields } = JSON.parse(text) as {
    time: string
    level: LogLevelName
    msg: string
  }
  return { id, time, level, message: msg, fields }
}

function isAtLeast(level: LogLevelName, wanted: LogLevelName): boolean {
  return LEVELS.indexOf(level) <= LEVELS.indexOf(wanted)
}
