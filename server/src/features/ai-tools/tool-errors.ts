import { z } from 'zod'
import { Refusal } from '#kit/refusal.ts'
import type { Scrubber } from '#kit/scrub.ts'
import { StorageFault } from '#kit/storage-fault.ts'
import { UpstreamFault } from '#kit/upstream-fault.ts'
import type { ToolResult } from './tool-result.ts'

/** One answer for a tool that does not exist, is turned off, or is not for this person. */
export const TOOL_NOT_AVAILABLE: ToolResult = {
  ok: false,
  code: 'tool_not_available',
  text: 'This tool does not exist, is turned off, or is not available to this person.',
}

/** A sentence a model can act on. Anything that is a bug is thrown on. */
export function errorForModel(error: unknown, scrubber: Scrubber): ToolResult {
  if (error instanceof z.ZodError) {
    const faults = error.issues.map(({ path, message }) => `${path.join('.') || 'input'}: ${message}`)
    return { ok: false, code: 'invalid_input', text: `The input is not valid. ${faults.join(' ')}` }
  }
  if (error instanceof Refusal) {
    if (error.code === 'session_revoked' || error.code === 'unauthorized') throw error
    const fields = Object.entries(error.details.fields ?? {}).map(
      ([name, sentence]) => ` ${name}: ${sentence}`,
    )
    return { ok: false, code: error.code, text: scrubber.scrub(`${error.message}${fields.join('')}`) }
  }
  if (error instanceof UpstreamFault)
    return {
      ok: false,
      code: 'upstream_failed',
      text: 'The service behind this did not answer correctly. Nothing is known about what was asked. Try again later.',
    }
  if (error instanceof StorageFault)
    return { ok: false, code: 'unavailable', text: 'The server cannot tell right now. Try again shortly.' }
  throw error
}
