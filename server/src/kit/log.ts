import { type DestinationStream, type Logger, pino } from 'pino'
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

export interface LogOptions {
  level: LogLevel
  scrubber: Scrubber
  /** The destination of the JSON lines; standard output by default. */
  destination?: DestinationStream
}

/** JSON lines with an ISO time and the level as a word. */
export function createLog({ level, scrubber, destination }: LogOptions): Log {
  const options = {
    level,
    base: null,
    timestamp: pino.stdTimeFunctions.isoTime,
    formatters: { level: (label: string) => ({ level: label }) },
    // Errors are plain objects by now; pino's own serializer would expect a class.
    serializers: { err: (err: unknown) => err },
  }
  return wrap(destination ? pino(options, destination) : pino(options), scrubber)
}

function wrap(logger: Logger, scrubber: Scrubber): Log {
  const clean = (fields: LogFields) => cleanFields(fields, scrubber, logger.isLevelEnabled('debug'))
  const write = (level: LogLevel) => (fields: LogFields, message: string) => {
    if (logger.isLevelEnabled(level)) logger[level](clean(fields), scrubber.scrub(message))
  }
  return {
    debug: write('debug'),
    info: write('info'),
    warn: write('warn'),
    error: write('error'),
    child: fields => wrap(logger.child(clean(fields)), scrubber),
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
