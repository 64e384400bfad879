import type { Database } from '#db/database.ts'
import { failure, type ToolResult } from '#features/ai-tools/index.ts'
import type { Inventory } from '#features/instances/index.ts'
import type { Issues } from '#features/issues/index.ts'
import type { Concluded, Jobs } from '#jobs/index.ts'
import { type Clock, iso } from '#kit/clock.ts'
import { HOUR_MS } from '#kit/durations.ts'
import { Refusal } from '#kit/refusal.ts'
import { UpstreamFault } from '#kit/upstream-fault.ts'
import type { PreparedAction, Proposals } from '../../actions/agent-action.ts'
import type { StepRecord } from './agent-run.ts'
import { judgeConclusion } from '../evidence/conclusion-rules.ts'
import type { GatherEvidence } from '../evidence/evidence.ts'
import { isOwnTool, OWN_TOOLS, type OwnInput, type OwnTool } from './own-tools.ts'
import { unsafeForReporter } from '../evidence/reporter-text-rules.ts'
import type { IssueAfterRun, RunEndings } from '../run-endings.ts'
import { stopWaiting } from '../run-jobs.ts'
import { handover, type RunEnding } from '../run-rules.ts'
import type { RunStates, StepContext } from '../run-state.ts'
import * as store from '../run-store.ts'

interface OwnCallParts {
  database: Pick<Database, 'read'>
  clock: Clock
  jobs: Jobs
  inventory: Pick<Inventory, 'list'>
  issues: Issues
  proposals: Proposals
  states: RunStates
  endings: RunEndings
  gatherEvidence: GatherEvidence
}

/** What a call led to: the run goes on with its result, or its job ended because it waits or is over. */
export type CallOutcome = { result: ToolResult } | { concluded: Concluded } | { saved: true }

const DONE: ToolResult = { ok: true, structured: {}, text: '{"done":true}' }
const NOT_OFFERED = failure('tool_not_available', 'Nothing can be proposed: the agent only investigates.')
const NO_REPORTER = failure('no_reporter', 'Nobody reported this problem, so nobody can be asked.')

/** The agent's own tools (C46). What a tool writes is committed together with its result, or with its wait. */
export function createOwnToolCalls(parts: OwnCallParts) {
  const { database, clock, jobs, inventory, issues, proposals, states, endings, gatherEvidence } = parts

  async function unsafeText(context: StepContext, text: string): Promise<ToolResult | null> {
    if (context.issue.reporter_id === null) return null
    const names = (await inventory.list(database.read)).map(({ name }) => name)
    const why = unsafeForReporter(text, names)
    return why === null
      ? null
      : failure('unsafe_text', `${why} The reporter must not see that: write it differently.`)
  }

  const calls: {
    [T in OwnTool]: (context: StepContext, step: StepRecord, input: OwnInput<T>) => Promise<CallOutcome>
  } = {
    async post_issue_message(context, step, { body }) {
      const unsafe = await unsafeText(context, body)
      if (unsafe) return { result: unsafe }
      const is_internal = context.issue.reporter_id === null
      await states.save(context, async tx => {
        await issues.say(tx, context.issue.id, { author_kind: 'agent', body, is_internal })
        await store.answerCall(tx, step, DONE)
      })
      return { saved: true }
    },

    async ask_reporter(context, step, { question }) {
      const { run, issue, lease, saved } = context
      if (issue.reporter_id === null) return { result: NO_REPORTER }
      const unsafe = await unsafeText(context, question)
      if (unsafe) return { result: unsafe }
      const until = new Date(clock.now().getTime() + saved.max_user_wait_hours * HOUR_MS)
      const waiting = {
        status: 'waiting_user',
        stop_reason: 'awaiting_user',
        waiting_until: iso(until),
      } as const
      return states.save(
        context,
        async tx => {
          const asked = await issues.ask(tx, issue.id, question)
          if (!asked) {
            await store.changeRun(tx, run.id, ['waiting_user'], {
              status: 'running',
              stop_reason: null,
              waiting_until: null,
            })
            await store.answerCall(tx, step, NO_REPORTER)
            return { saved: true as const }
          }
          await jobs.enqueue(
            tx,
            stopWaiting,
            { run_id: run.id },
            { dedupe_key: String(run.id), run_at: until },
          )
          return { concluded: await lease.finish(tx) }
        },
        waiting,
      )
    },

    async propose_action(context, step, wanted) {
      const { run, issue, lease, signal, saved } = context
      // Also when a model calls what it was not offered: nothing at all can be changed.
      if (saved.mode !== 'supervised') return { result: NOT_OFFERED }
      let prepared: PreparedAction
      try {
        prepared = await proposals.prepare(issue, wanted, signal)
      } catch (error) {
        signal.throwIfAborted()
        return { result: asFailure(error) }
      }
      return states.save(
        context,
        async tx => {
          const call_id = String(step.seq)
          await proposals.save(tx, { issue, run_id: run.id, call_id }, prepared)
          await issues.move(tx, issue.id, { from: ['investigating'], to: 'awaiting_approval' })
          return { concluded: await lease.finish(tx) }
        },
        { status: 'waiting_approval', stop_reason: 'awaiting_approval' },
      )
    },

    async conclude_issue(context, step, { outcome, summary }) {
      const { ending, after } =
        outcome === 'needs_admin'
          ? handedOver(context, summary)
          : await verified(context, outcome, summary, gatherEvidence)
      const { run, lease } = context
      const concluded = await endings.end(run, ending, after, {
        async before(tx) {
          await lease.assertHeld(tx)
          await store.answerCall(tx, step, DONE)
        },
        finishJob: tx => lease.finish(tx),
      })
      return { concluded }
    },
  }

  /** Calls an own tool. Its input is checked first, and the model is told what is wrong with it. */
  return async function call(context: StepContext, step: StepRecord, name: OwnTool): Promise<CallOutcome> {
    const parsed = OWN_TOOLS[name].input.safeParse(JSON.parse(step.tool_input ?? '{}'))
    if (!parsed.success) {
      const problems = parsed.error.issues.map(({ path, message }) => `${path.join('.')}: ${message}`)
      return { result: failure('validation', `The input is not valid. ${problems.join(' ')}`) }
    }
    // Parsed by the schema of the same tool.
    const handle = calls[name] as (
      context: StepContext,
      step: StepRecord,
      input: unknown,
    ) => Promise<CallOutcome>
    return handle(context, step, parsed.data)
  }
}

export type CallOwnTool = ReturnType<typeof createOwnToolCalls>

interface Conclusion {
  ending: RunEnding
  after: IssueAfterRun
}

function handedOver({ steps }: StepContext, summary: string): Conclusion {
  const has_read_library = steps.some(
    ({ kind, tool_name, tool_output, is_error }) =>
      kind === 'tool' && tool_output !== null && is_error === 0 && !isOwnTool(tool_name ?? ''),
  )
  return { ending: handover(has_read_library), after: { issue: 'needs_admin', note: summary } }
}

async function verified(
  { issue, signal }: StepContext,
  claimed: 'resolved' | 'waiting',
  summary: string,
  gatherEvidence: GatherEvidence,
): Promise<Conclusion> {
  const verdict = judgeConclusion(claimed, issue, await gatherEvidence(issue, signal))
  if (verdict.outcome === 'waiting')
    return {
      ending: { status: 'succeeded', stop_reason: null },
      after: { issue: 'waiting', note: summary },
    }
  if (verdict.outcome === 'resolved') {
    const { resolution_kind } = verdict
    return {
      ending: { status: 'succeeded', stop_reason: 'resolved' },
      after: { issue: { status: 'resolved', resolution: summary, resolution_kind }, note: null },
    }
  }
  return {
    ending: { status: 'gave_up', stop_reason: 'unverified_conclusion' },
    after: {
      issue: 'needs_admin',
      note: `The agent concluded: ${summary}\n\nThis could not be confirmed. ${verdict.why}`,
    },
  }
}

/** What a model can do about it; anything else is a failure of this server. */
function asFailure(error: unknown): ToolResult {
  if (error instanceof Refusal) return failure(error.code, error.message)
  if (error instanceof UpstreamFault) return failure('upstream_failed', error.message)
  throw error
}
