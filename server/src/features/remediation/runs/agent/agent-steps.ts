import { randomUUID } from 'node:crypto'
import type { Tx } from '#db/database.ts'
import type { AiAccounts, ResolvedModel } from '#features/ai-accounts/index.ts'
import { cutText, streamAnswer, TOOL_RESULT_BYTES } from '#features/ai-models/index.ts'
import { failure, type ServerTools, type ToolResult, unusableInput } from '#features/ai-tools/index.ts'
import type { IssueRecord } from '#features/issues/index.ts'
import type { Concluded } from '#jobs/index.ts'
import { type Clock, iso } from '#kit/clock.ts'
import { ModelFault } from '#kit/model-fault.ts'
import type { Scrubber } from '#kit/scrub.ts'
import { untilAborted } from '#kit/until-aborted.ts'
import type { LanguageModels } from '#ports/language-model.ts'
import { agentInstructions, GO_ON, threadLine } from './agent-instructions.ts'
import type { StepRecord } from './agent-run.ts'
import type { CallOutcome, CallOwnTool } from './own-tool-calls.ts'
import { isOwnTool, offeredOwnTools } from './own-tools.ts'
import type { RunEndings } from '../run-endings.ts'
import { resolveRunModel } from './run-model.ts'
import type { RunEnding } from '../run-rules.ts'
import type { RunStates, StepContext } from '../run-state.ts'
import * as store from '../run-store.ts'
import {
  answersWithoutCalls,
  conversationOf,
  fitConversation,
  TRANSCRIPT_BYTES,
} from '../evidence/transcript-rules.ts'

/** Of one answer. The others are refused, so that the model chooses. */
const CALLS_PER_ANSWER = 8
/** An answer without a call is reminded of how to go on, once. */
const REMINDERS = 1

const NO_CONCLUSION: RunEnding = { status: 'gave_up', stop_reason: 'no_diagnosis' }
const TOO_MANY = failure(
  'tool_limit',
  `At most ${CALLS_PER_ANSWER} tools can be called at once. Call it again.`,
)
const NO_LIBRARY = failure('no_instance', 'The library of this problem is not connected any more.')

interface LoopParts {
  clock: Clock
  scrubber: Scrubber
  accounts: Pick<AiAccounts, 'resolveShared'>
  models: LanguageModels
  server_tools: ServerTools
  states: RunStates
  endings: RunEndings
  callOwnTool: CallOwnTool
}

/** One step of a run: the next unanswered call, or the next answer of the model. */
export function createAgentSteps(parts: LoopParts) {
  const { clock, scrubber, accounts, models, server_tools, states, endings, callOwnTool } = parts

  /** Ends the run, together with what led to it, and leaves the issue to the admins. */
  const giveUp = (
    { run, lease }: StepContext,
    ending: RunEnding,
    note: string,
    write?: (tx: Tx) => Promise<void>,
  ): Promise<Concluded> =>
    endings.end(
      run,
      ending,
      { issue: 'needs_admin', note },
      {
        async before(tx) {
          await lease.assertHeld(tx)
          await write?.(tx)
        },
        finishJob: tx => lease.finish(tx),
      },
    )

  async function readLibrary(context: StepContext, step: StepRecord): Promise<ToolResult> {
    const instance = instanceOf(context.issue)
    if (!instance) return NO_LIBRARY
    const { signal } = context
    const input: unknown = JSON.parse(step.tool_input ?? '{}')
    // A tool that does not stop by itself is not waited for.
    return untilAborted(server_tools.call(step.tool_name ?? '', input, { instance, signal }), signal)
  }

  async function answerCall(context: StepContext, step: StepRecord): Promise<Concluded | null> {
    const name = step.tool_name ?? ''
    const outcome: CallOutcome = isOwnTool(name)
      ? await callOwnTool(context, step, name)
      : { result: await readLibrary(context, step) }
    if ('concluded' in outcome) return outcome.concluded
    if ('result' in outcome) {
      const { ok, text } = outcome.result
      const shown = cutText(scrubber.scrub(text), TOOL_RESULT_BYTES)
      await states.save(context, tx => store.answerCall(tx, step, { ok, text: shown }).then(() => undefined))
    }
    return null
  }

  /** What people wrote since the last answer. True: there was something. */
  async function noteReplies(context: StepContext): Promise<boolean> {
    const { run } = context
    return states.save(context, async tx => {
      const messages = await store.listMessagesAfter(tx, run.issue_id, run.seen_message_id)
      const last = messages.at(-1)
      if (!last) return false
      const text = messages.map(threadLine).join('\n')
      await store.appendSteps(tx, run.id, iso(clock.now()), [{ kind: 'note', text }])
      await store.changeRun(tx, run.id, ['running'], { seen_message_id: last.id })
      return true
    })
  }

  /** The model or its account changed: what the former one answered goes on as text. */
  async function changeModel(
    context: StepContext,
    { model, provider, binding }: ResolvedModel,
  ): Promise<void> {
    const change = { model, provider, binding }
    await states.save(context, tx => store.forgetContents(tx, context.run.id), change)
  }

  async function askModel(context: StepContext, resolved: ResolvedModel): Promise<Concluded | null> {
    const { run, steps, saved, signal } = context
    const messages = fitConversation(conversationOf(steps))
    if (!messages)
      return giveUp(
        context,
        { status: 'gave_up', stop_reason: 'max_steps' },
        'The investigation became too long.',
      )
    const { answer, calls, usage, reason } = await streamAnswer(
      { models, clock },
      {
        instructions: agentInstructions(saved),
        messages,
        tools: [...offeredOwnTools(saved.mode), ...server_tools.offered],
        max_output_tokens: saved.max_turn_tokens,
        account: () => resolved.account(),
        reportRefused: resolved.reportRefused,
        signal,
        confirm: () => states.read(run.id),
      },
    )
    const rows = calls.map((call, place) => {
      const refused = unusableInput(call) ?? (place < CALLS_PER_ANSWER ? null : TOO_MANY)
      return {
        kind: 'tool' as const,
        call_id: call.call_id || randomUUID(),
        tool_name: cutText(call.name, 64),
        tool_input: unusableInput(call) ? null : JSON.stringify(scrubber.scrubValue(call.input ?? {})),
        tool_output: refused?.text ?? null,
        is_error: refused ? (1 as const) : (0 as const),
      }
    })
    const { content, is_signed, text } = answer
    const model_content = JSON.stringify({ content, is_signed })
    // It could not be passed back anyway, and no provider may fill the database.
    if (Buffer.byteLength(model_content) > TRANSCRIPT_BYTES) throw new ModelFault('invalid_response')
    const is_last = calls.length === 0 && (reason === 'refused' || answersWithoutCalls(steps) >= REMINDERS)
    const write = (tx: Tx) =>
      store.appendSteps(tx, run.id, iso(clock.now()), [
        { kind: 'message', text, model_content },
        ...rows,
        ...(calls.length === 0 && !is_last ? [{ kind: 'note' as const, text: GO_ON }] : []),
      ])
    const change = {
      step_count: run.step_count + 1,
      input_tokens: run.input_tokens + usage.input_tokens,
      output_tokens: run.output_tokens + usage.output_tokens,
      cache_creation_tokens: run.cache_creation_tokens + usage.cache_creation_tokens,
      cache_read_tokens: run.cache_read_tokens + usage.cache_read_tokens,
    }
    if (is_last)
      return giveUp(context, NO_CONCLUSION, 'The agent ended without a conclusion.', async tx => {
        await store.changeRun(tx, run.id, ['running'], change)
        await write(tx)
      })
    await states.save(context, write, change)
    return null
  }

  return {
    giveUp,

    /** Null: the run goes on. */
    async next(context: StepContext): Promise<Concluded | null> {
      const { run, steps, saved } = context
      const open = steps.find(step => step.kind === 'tool' && step.tool_output === null)
      if (open) return answerCall(context, open)
      if (run.step_count >= saved.max_steps)
        return giveUp(
          context,
          { status: 'gave_up', stop_reason: 'max_steps' },
          `The agent did not come to a conclusion within ${saved.max_steps} step${saved.max_steps === 1 ? '' : 's'}.`,
        )
      if (await noteReplies(context)) return null
      const resolved = await resolveRunModel(accounts, saved)
      if (!resolved) throw new ModelFault('invalid_credentials')
      if (resolved.binding !== run.binding) {
        await changeModel(context, resolved)
        return null
      }
      return askModel(context, resolved)
    },
  }
}

export type AgentSteps = ReturnType<typeof createAgentSteps>

function instanceOf({ instance_id, service_type }: IssueRecord) {
  return instance_id !== null && service_type !== null ? { id: instance_id, service_type } : null
}
