import { ModelFault } from '#kit/model-fault.ts'
import { Refusal } from '#kit/refusal.ts'
import { StorageFault } from '#kit/storage-fault.ts'
import { UpstreamFault } from '#kit/upstream-fault.ts'

/** Expected errors: their type and cause are enough, so their stack is not logged. */
const EXPECTED = [Refusal, StorageFault, UpstreamFault, ModelFault]

interface SerializedError {
  type: string
  message: string
  code?: string
  stack?: string
  upstream?: string
  kind?: string
  status?: number
  category?: string
  cause?: { type: string; code?: string; errcode?: number }
}

/**
 * An error as a log line shows it. The cause is reduced to its type and code: messages of network errors contain host
 * names, and those of parsers quote the text.
 */
export function serializeError(error: Error, verbose: boolean): SerializedError {
  const expected = EXPECTED.some(kind => error instanceof kind)
  const code = codeOf(error)
  return {
    type: error.name,
    message: error.message,
    ...(code !== undefined && { code }),
    ...(error instanceof UpstreamFault && faultFields(error)),
    ...(error instanceof ModelFault && { category: error.category }),
    ...(error.cause instanceof Error && { cause: causeFields(error.cause) }),
    ...((verbose || !expected) && error.stack !== undefined && { stack: error.stack }),
  }
}

function faultFields({ upstream, kind, status }: UpstreamFault) {
  return { upstream, kind, ...(status !== undefined && { status }) }
}

function causeFields(cause: Error) {
  const code = codeOf(cause)
  return {
    type: cause.name,
    ...(code !== undefined && { code }),
    // SQLite's extended result code, the only part of its error that identifies the failure.
    ...('errcode' in cause && typeof cause.errcode === 'number' && { errcode: cause.errcode }),
  }
}

function codeOf(error: Error): string | undefined {
  return 'code' in error && typeof error.code === 'string' ? error.code : undefined
}
