import { type DestinationStream, type Logger, pino } from 'pino'
import { serializeError } from '#kit/log-error.ts'
import type { Scrubber } from '#kit/scrub.ts'

export type LogLevel = 'error' | 'warn' | 'info' | 'debug'

type LogFields = Record<string, unknown>

/** Every line says something in a sentence; fields carry what one would search for. Secrets are scrubbed from both. */
export interface Log {
  debug(fields: LogFields, message: string): void
  info(fields: LogFields, message: string): void
  warn(fields: LogFields, message: string): void
  /** Put what was thrown under `err`: a bug shows its stack, a refusal or an upstream fault only at debug level. */
  error(fields: LogFields, message: string): void
  /** A log whose every line carries these fields too, such as `request_id`. */
  child(fields: LogFields): Log
}

export interface LogOptions {
  level: LogLevel
  scrubber: Scrubber
  /** Where the JSON lines go; standard output unless given. */
  destination?: DestinationStream
}

/** JSON lines with an ISO time and a level in words. */
export function createLog({ level, scrubber, destination }: LogOptions): Log {
  const options = {
    level,
    base: null,
    timestamp: pino.stdTimeFunctions.isoTime,
    formatters: { level: (label: string) => ({ level: label }) },
    // Errors arrive here as plain objects already; pino's own serializer would look for a class.
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
  // scrubValue answers an object for an object.
  return scrubber.scrubValue(plain) as LogFields
}
