import type { Broadcast } from '#db/broadcast-channel.ts'
import type { Tx } from '#db/database.ts'
import type { Stop } from '#kit/clock.ts'

/** Whose list of tools may have changed; null means everybody's. */
export interface ToolsChanged {
  user_id: number | null
}

const KIND = 'tools_changed'

/** Reports to every process that people got or lost tools: a switch was turned, or somebody's role changed. */
export function createToolChanges(broadcast: Broadcast) {
  return {
    send: (tx: Tx, { user_id }: ToolsChanged): Promise<void> => broadcast.send(tx, { kind: KIND, user_id }),

    /** Called after the commit. Also when messages may have been missed. */
    on(listener: (change: ToolsChanged) => void): Stop {
      const stops = [
        broadcast.on(KIND, ({ user_id }) =>
          listener({ user_id: typeof user_id === 'number' ? user_id : null }),
        ),
        broadcast.onReset(() => listener({ user_id: null })),
      ]
      return () => {
        for (const stop of stops) stop()
      }
    },
  }
}
