import { type DestinationStream, type Logger, pino } from 'pino'
import { createRecentLines, type RecentLines } from '#kit/recent-lines.ts'
import { serializeError } from '#kit/log-error.ts'
import type { Scrubber } from '#kit/scrub.ts'

export type LogLevel = 'error' | 'warn' | 'info' | 'debug'

type LogFields = Record<string, unknown>

/** Every line has a message in plain words; fields carry the searchable values. Secrets are removed from both. */
export interface Log {
  debug(fields: LogFields, message: string): void
  info(fields: LogFields, message: string): void
  warn(fields: LogFields, message: string): void
  /** Put the error under `err`: bugs are logged with their stack, refusals and upstream faults only at debug level. */
  error(fields: LogFields, message: string): void
  /** A log that adds these fields to every line, such as `request_id`. */
  child(fields: LogFields): Log
}

/** The log as whoever runs the server sees and turns it. */
export interface LogControl {
  /** The last lines of this process. */
  recent: RecentLines
  level(): LogLevel
  setLevel(level: LogLevel): void
}

/** The log of a server, with its controls. */
export interface ServerLog extends Log {
  control: LogControl
}

export interface LogOptions {
  level: LogLevel
  scrubber: Scrubber
  /** The destination of the JSON lines; standard output by default. */
  destination?: DestinationStream
}

/** JSON lines with an ISO time and the level as a word. */
export function createLog({ level, scrubber, destination }: LogOptions): ServerLog {
  const gate = createGate(level)
  const recent = createRecentLines()
  const printed = destination ?? pino.destination(1)
  const options = {
    // The gate decides, also for children that were made before the level changed.
    level: 'debug',
    base: null,
    timestamp: pino.stdTimeFunctions.isoTime,
    formatters: { level: (label: string) => ({ level: label }) },
    // Errors are plain objects by now; pino's own serializer would expect a class.
    serializers: { err: (err: unknown) => err },
  }
  const both: DestinationStream = {
    write(line) {
      printed.write(line)
      recent.add(line)
    },
  }
  const control = { recent, level: gate.level, setLevel: gate.setLevel }
  return { ...wrap(pino(options, both), gate, scrubber), control }
}

/** From the worst. */
const LEVELS: readonly LogLevel[] = ['error', 'warn', 'info', 'debug']

function createGate(configured: LogLevel) {
  let level = configured
  let rank = LEVELS.indexOf(configured)
  return {
    lets: (line: LogLevel) => LEVELS.indexOf(line) <= rank,
    level: () => level,
    setLevel(chosen: LogLevel): void {
      level = chosen
      rank = LEVELS.indexOf(chosen)
    },
  }
}

function wrap(logger: Logger, gate: ReturnType<typeof createGate>, scrubber: Scrubber): Log {
  const clean = (fields: LogFields) => cleanFields(fields, scrubber, gate.lets('debug'))
  const write = (level: LogLevel) => (fields: LogFields, message: string) => {
    if (gate.lets(level)) logger[level](clean(fields), scrubber.scrub(message))
  }
  return {
    debug: write('debug'),
    info: write('info'),
    warn: write('warn'),
    error: write('error'),
    child: fields => wrap(logger.child(clean(fields)), gate, scrubber),
  }
}

function cleanFields(fields: LogFields, scrubber: Scrubber, verbose: boolean): LogFields {
  const plain: LogFields = {}
  for (const [name, value] of Object.entries(fields)) {
    plain[name] = value instanceof Error ? serializeError(value, verbose) : value
  }
  // scrubValue returns an object for an object.
  return scrubber.scrubValue(plain) as LogFields
}
