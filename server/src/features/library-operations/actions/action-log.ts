import type { InstanceRecord } from '#features/instances/index.ts'
import type { Log } from '#kit/log.ts'
import { Refusal } from '#kit/refusal.ts'
import { UpstreamFault } from '#kit/upstream-fault.ts'
import type { ActionContext, Actor } from './action-context.ts'

/** A change that is about to be sent. */
export interface ActionEntry {
  tool: string
  instance: Pick<InstanceRecord, 'id' | 'service_type'>
  /** The exact input: ids and choices. It distinguishes changes, and is never logged (2:4.8). */
  what: Readonly<Record<string, string | number | boolean>>
}

type LoggedOutcome = 'done' | 'refused' | 'failed' | 'outcome_unknown'

/**
 * The only way to a change: it checks the right once more, sends the change once and records who used which tool with
 * which outcome. The same change asked for twice at the same time is sent once.
 */
export function createActionLog(log: Log) {
  const running = new Map<string, Promise<unknown>>()

  function write(actor: Actor, { tool, instance }: ActionEntry, outcome: LoggedOutcome): void {
    const { user_id, source, client_name } = actor
    const { id: instance_id, service_type } = instance
    log.info({ user_id, source, client_name, tool, instance_id, service_type, outcome }, 'Library action.')
  }

  async function send<T>(actor: Actor, entry: ActionEntry, change: () => Promise<T>) {
    try {
      const answer = await change()
      write(actor, entry, 'done')
      return answer
    } catch (error) {
      if (error instanceof UpstreamFault && error.kind === 'outcome_unknown') {
        write(actor, entry, 'outcome_unknown')
        return 'outcome_unknown' as const
      }
      write(actor, entry, error instanceof Refusal ? 'refused' : 'failed')
      throw error
    }
  }

  return {
    async perform<T>(
      context: ActionContext,
      entry: ActionEntry,
      change: () => Promise<T>,
    ): Promise<T | 'outcome_unknown'> {
      await context.confirm()
      context.signal.throwIfAborted()
      const key = JSON.stringify([entry.tool, entry.instance.id, entry.what])
      const same = running.get(key)
      // The key names the tool and everything it was asked for, so the answer has the same shape.
      if (same) return same as Promise<T | 'outcome_unknown'>
      const sent = send(context.actor, entry, change).finally(() => running.delete(key))
      running.set(key, sent)
      return sent
    },
  }
}

export type ActionLog = ReturnType<typeof createActionLog>
