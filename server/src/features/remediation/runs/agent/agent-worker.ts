import { done, type JobHandler, LeaseLost, WorkerStopping } from '#jobs/index.ts'
import type { Clock } from '#kit/clock.ts'
import type { Log } from '#kit/log.ts'
import { ModelFault } from '#kit/model-fault.ts'
import type { AgentSteps } from './agent-steps.ts'
import type { RunStarts } from '../run-starts.ts'
import type { RunStates, StepContext } from '../run-state.ts'
import { RunStopped, type RunningAgents } from './running-agents.ts'

/** Attempts of the job before a library or this server's own storage counts as failed. */
const ATTEMPTS = 3

/** The time of the run is used up (2:4.9). */
class OutOfTime extends Error {}

interface WorkerParts {
  clock: Clock
  log: Log
  starts: RunStarts
  states: RunStates
  steps: AgentSteps
  running: RunningAgents
}

/**
 * The job of one issue: works on its run step by step until it waits or is over. It can be killed anywhere: what was saved
 * is not repeated, and what was not saved is not known.
 */
export function createAgentWorker({ clock, log, starts, states, steps, running }: WorkerParts) {
  async function within<T>(context: StepContext, work: (context: StepContext) => Promise<T>): Promise<T> {
    const left_ms = context.saved.max_wall_clock_secs * 1000 - context.run.worked_ms
    if (left_ms <= 0) throw new OutOfTime()
    const late = new AbortController()
    const stop = clock.after(left_ms, () => late.abort(new OutOfTime()))
    try {
      return await work({ ...context, signal: AbortSignal.any([context.signal, late.signal]) })
    } catch (error) {
      throw late.signal.aborted && !context.signal.aborted ? late.signal.reason : error
    } finally {
      stop()
    }
  }

  const worker: JobHandler<{ issue_id: number }> = async ({ payload, lease, signal, attempt }) => {
    const run = await starts.beginOrResume(payload.issue_id, lease.assertHeld)
    if (!run) return done()
    return running.during(run.id, signal, async stopping => {
      try {
        for (;;) {
          stopping.throwIfAborted()
          const began_ms = clock.monotonicMs()
          const spentMs = () => clock.monotonicMs() - began_ms
          const context = { ...(await states.read(run.id)), lease, signal: stopping, spentMs }
          try {
            const concluded = await within(context, steps.next)
            if (concluded) return concluded
          } catch (error) {
            if (stopping.aborted) throw stopping.reason
            const failed = explain(error, attempt)
            if (!failed) throw error
            log.warn(
              { run_id: run.id, reason: failed.ending.stop_reason, err: error },
              'an investigation ended early',
            )
            return await steps.giveUp(context, failed.ending, failed.note)
          }
        }
      } catch (error) {
        if (error instanceof RunStopped) return done()
        throw error
      }
    })
  }
  return worker
}

/** How a run ends after this error; null: not by this one. */
function explain(error: unknown, attempt: number) {
  if (error instanceof RunStopped || error instanceof LeaseLost || error instanceof WorkerStopping)
    return null
  if (error instanceof OutOfTime)
    return {
      ending: { status: 'gave_up', stop_reason: 'timeout' },
      note: 'The investigation took too long and was stopped.',
    } as const
  if (error instanceof ModelFault)
    return {
      ending: { status: 'failed', stop_reason: 'model_error' },
      note: `The AI model failed. ${error.message}`,
    } as const
  if (attempt < ATTEMPTS) return null
  return {
    ending: { status: 'failed', stop_reason: 'infrastructure_error' },
    note: 'The investigation failed, because the library or this server could not be read.',
  } as const
}
