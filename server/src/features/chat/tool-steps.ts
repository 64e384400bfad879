import type { ChatFrame } from '@foyer/contract/assistant/chat'
import { cutText, TOOL_RESULT_BYTES, type WantedCall } from '#features/ai-models/index.ts'
import {
  failure,
  type ToolDefinition,
  type ToolDispatcher,
  type ToolResult,
  unusableInput,
} from '#features/ai-tools/index.ts'
import type { RequestFacts } from '#kit/caller.ts'
import { mapConcurrently } from '#kit/map-concurrently.ts'
import type { Scrubber } from '#kit/scrub.ts'
import { untilAborted } from '#kit/until-aborted.ts'
import type { ModelToolResult } from '#ports/language-model.ts'
import { detailFrame, frameName, framesOfResult } from './chat-frame-rules.ts'
import type { TurnRecord } from './turn-record.ts'

/** 2/4.6. */
export const CALLS_PER_TURN = 16
const READS_AT_ONCE = 4

const TOO_MANY = failure(
  'tool_limit',
  'No further tool can be called for this message. Answer with what you know, and say what is missing.',
)

export interface ToolStepContext {
  device_id: string
  facts: RequestFacts
  signal: AbortSignal
  record: TurnRecord
  /** The tools that the model was offered. */
  tools: readonly ToolDefinition[]
  previews: Map<string, unknown>
  send(frame: ChatFrame): void | Promise<void>
  /** Throws when the person may no longer use the assistant (2:4.6.7). */
  confirm(): Promise<unknown>
}

/**
 * Calls the tools of one answer through the dispatcher. Reads that follow each other run together; everything else runs
 * alone, in the order of the model. Answers whether the limit of the turn was exceeded.
 */
export async function runToolStep(
  deps: { dispatcher: ToolDispatcher; scrubber: Scrubber },
  calls: readonly WantedCall[],
  context: ToolStepContext,
): Promise<{ exceeded_limit: boolean }> {
  const { record, signal } = context
  const allowed = calls.slice(0, Math.max(0, CALLS_PER_TURN - record.toolCalls()))
  record.beginStep(calls)
  for (const call of calls.slice(allowed.length)) record.endCall(call, resultOf(call, TOO_MANY))
  const hints = new Map(context.tools.map(tool => [tool.name, tool.hint]))
  for (const batch of batchesOf(allowed, ({ name }) => hints.get(name) === 'read')) {
    let previous = Promise.resolve()
    await mapConcurrently(batch, READS_AT_ONCE, async call => {
      const ended = Promise.withResolvers<void>()
      const before = previous
      previous = ended.promise
      // Frames name the tool only: ends come in the order of the starts, so that readers can pair them.
      await runCall(deps, call, context, () => untilAborted(before, signal))
      ended.resolve()
    })
  }
  record.closeStep()
  return { exceeded_limit: allowed.length < calls.length }
}

async function runCall(
  deps: { dispatcher: ToolDispatcher; scrubber: Scrubber },
  call: WantedCall,
  context: ToolStepContext,
  previousEnded: () => Promise<void>,
): Promise<void> {
  const { record, send, tools } = context
  await context.confirm()
  record.beginCall(call)
  const name = frameName(call.name)
  const label = tools.find(tool => tool.name === call.name)?.title ?? name
  await send({ tool_start: { name, label } })
  const result = await resultOfCall(deps.dispatcher, call, context)
  record.endCall(call, resultOf(call, result))
  await previousEnded()
  await send(detailFrame(name, deps.scrubber.scrubValue(call.invalid ? undefined : call.input), result))
  for (const frame of framesOfResult(call.name, result)) await send(frame)
  await send({ tool_end: { name, ok: result.ok } })
}

async function resultOfCall(
  dispatcher: ToolDispatcher,
  call: WantedCall,
  { device_id, facts, signal, previews, record }: ToolStepContext,
): Promise<ToolResult> {
  const unusable = unusableInput(call)
  if (unusable?.code === 'input_too_large') record.sawOversizedInput()
  if (unusable) return unusable
  const session = { device_id, facts, signal, previews, source: 'chat', client_name: '' } as const
  // A tool that does not stop by itself is not waited for.
  return untilAborted(dispatcher.call(call.name, call.input, session), signal)
}

function resultOf({ call_id, name }: WantedCall, { text, ok }: ToolResult): ModelToolResult {
  return { call_id, name, text: cutText(text, TOOL_RESULT_BYTES), ok }
}

/** Neighbours of which all may run together, and each other call alone. */
function batchesOf<T>(items: readonly T[], mayRunTogether: (item: T) => boolean): T[][] {
  const batches: T[][] = []
  let is_open = false
  for (const item of items) {
    const may = mayRunTogether(item)
    if (may && is_open) batches.at(-1)?.push(item)
    else batches.push([item])
    is_open = may
  }
  return batches
}
