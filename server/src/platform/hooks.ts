import type { Tx } from '#db/database.ts'
import type { InstanceRecord } from '#features/instances/index.ts'
import type { Connection } from '#ports/instance-connection.ts'
import { createHook } from './hook.ts'

/**
 * Facts of one slice that concern others. Handlers run in the order given here. Where they take a transaction, it
 * is the one that saves the fact: if a handler fails, the fact is not saved.
 */
export function createHooks() {
  return {
    /** Before a user is deleted: the ownership of shared things is transferred. */
    userRemoved: createHook<[tx: Tx, user_id: number]>()(['requests']),
    /** Sessions have ended, and with them the devices that receive notifications. */
    devicesEnded: createHook<[tx: Tx]>()(['push']),
    /**
     * An instance is new or has a new address. Record ids are handled first, because they are invalid from now on.
     */
    instanceConnected: createHook<[tx: Tx, instance: InstanceRecord, origin: string]>()([
      'deliveries',
      'library-webhooks',
      'library-news',
    ]),
    /** Before an instance is deleted. The step after the commit is the last chance to reach it. */
    instanceRemoved: createHook<
      [tx: Tx, instance: InstanceRecord, connection: Connection, afterCommit: (run: () => void) => void]
    >()(['library-webhooks']),
    /** C69: a library or provider reported the title of what a request is about. */
    titleLearned: createHook<[request_id: number, title: string]>()(['requests']),
  }
}

export type Hooks = ReturnType<typeof createHooks>

/** A slice that is listed in an order but has no handler is a mistake in the root. */
export function assertHandled(hooks: Hooks): void {
  for (const [name, hook] of Object.entries(hooks)) {
    const missing = hook.missing()
    if (missing.length > 0) throw new Error(`hook ${name} has no handler in ${missing.join(', ')}`)
  }
}
