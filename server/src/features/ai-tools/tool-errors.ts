import { REFUSALS, type RefusalCode } from '@foyer/contract/refusals'
import type { Refusal } from '#kit/refusal.ts'
import type { Scrubber } from '#kit/scrub.ts'
import { UpstreamFault } from '#kit/upstream-fault.ts'
import { quotaWords } from './quota-words.ts'
import { failure, type ToolFailure } from './tool-result.ts'

/** One answer for a tool that does not exist, is turned off, or is not for this person. */
export const TOOL_NOT_AVAILABLE: ToolFailure = failure(
  'tool_not_available',
  'This tool does not exist, is turned off, or is not available to this person.',
)

/** A tool's own refusal, for what no route refuses. Its sentence is for the model. */
export class ToolRefusal extends Error {
  readonly code: string

  constructor(code: string, sentence: string) {
    super(sentence)
    this.name = 'ToolRefusal'
    this.code = code
  }
}

/** What a model can do next, where the sentence of the route does not say it. */
const NEXT_STEPS: Partial<Record<RefusalCode, string>> = {
  forbidden: 'This person lacks the permission. Do not try again.',
  not_found: 'Check the id: search again and use an id from the results.',
  no_grant: 'Only an admin can give this person access to such a library.',
  no_instance: 'An admin has to connect a library of this kind first.',
  instance_forbidden: 'Leave out instance_id to use the default library of this person.',
  instance_not_found: 'Leave out instance_id to use the default library.',
  choice_not_allowed: 'Leave out seasons, season_scope and quality_profile_id: the defaults apply.',
  catalog_retired: 'Use search_books, and pass the foreign_id and instance_id of a result.',
  invalid_delivery_state: 'Use check_request_status to see what is possible now.',
  metadata_unconfigured: 'An admin has to add a metadata key first.',
  upstream_failed: 'Nothing is known about what was asked. Try again later.',
  timeout: 'Nothing is known about what was asked. Try again later.',
}

/** The failure of a tool as sentences a model can act on. Contents of upstream answers are never part of it. */
export function errorForModel(
  error: unknown,
  deps: { scrubber: Scrubber; asRefusal(error: unknown): Refusal },
): ToolFailure {
  const say = (code: string, ...sentences: (string | undefined)[]) =>
    failure(code, deps.scrubber.scrub(sentences.filter(Boolean).join(' ')))
  if (error instanceof ToolRefusal) return say(error.code, error.message)
  if (error instanceof UpstreamFault) return upstreamFailure(error, say)
  const refusal = deps.asRefusal(error)
  const { fields = {}, extra, headers, literal } = refusal.details
  // A title outside the limits of a kids account reads like one that does not exist.
  const message = literal ? REFUSALS[refusal.code].error : refusal.message
  const seconds = headers?.['retry-after']
  return say(
    refusal.code,
    refusal.code === 'validation' ? inputWords(message, fields) : message,
    refusal.code === 'request_quota_exceeded' ? quotaWords(extra) : nextStepAfter(refusal.code, message),
    seconds === undefined ? undefined : `Try again in ${seconds} seconds.`,
  )
}

/** A sentence about what exactly was not found says itself where to look. */
function nextStepAfter(code: RefusalCode, message: string): string | undefined {
  return code === 'not_found' && message !== REFUSALS[code].error ? undefined : NEXT_STEPS[code]
}

function upstreamFailure(
  fault: UpstreamFault,
  say: (code: string, ...sentences: (string | undefined)[]) => ToolFailure,
): ToolFailure {
  // A lost answer is never guessed: trying again blindly could do it twice.
  if (fault.kind === 'outcome_unknown')
    return say('outcome_unknown', fault.message, 'Check what happened before you try again.')
  if (fault.kind === 'rejected_key')
    return say('upstream_rejected', fault.message, 'An admin has to renew them. Trying again does not help.')
  const wait =
    fault.retry_after_ms === undefined
      ? NEXT_STEPS.upstream_failed
      : `Try again in ${Math.ceil(fault.retry_after_ms / 1000)} seconds.`
  return say(fault.kind === 'rate_limited' ? 'rate_limited' : 'upstream_failed', fault.message, wait)
}

/** Names every wrong field, so that a model can correct all of them at once. */
function inputWords(message: string, fields: Readonly<Record<string, string>>): string {
  const faults = Object.entries(fields).map(([name, sentence]) => `${name}: ${sentence}`)
  return faults.length === 0 ? message : `The input is not valid. ${faults.join(' ')}`
}
