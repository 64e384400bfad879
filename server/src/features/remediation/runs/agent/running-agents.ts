import type { Broadcast } from '#db/broadcast-channel.ts'
import type { Tx } from '#db/database.ts'
import type { Stop } from '#kit/clock.ts'

/** The run was ended by somebody else. Not a fault: stop, and write nothing more. */
export class RunStopped extends Error {
  constructor() {
    super('The run has been stopped.')
    this.name = 'RunStopped'
  }
}

const KIND = 'agent_run_stopped'

/** The runs that this process works on, so that one that is ended elsewhere stops at once, its model call included. */
export function createRunningAgents(broadcast: Pick<Broadcast, 'send' | 'on'>) {
  const running = new Map<number, AbortController>()
  let stop: Stop | undefined

  return {
    /** Reports to every process, with the commit, that nobody works on this run any more. */
    stop: (tx: Tx, run_id: number): Promise<void> => broadcast.send(tx, { kind: KIND, run_id }),

    /** The signal ends with the job's, or with RunStopped. */
    async during<T>(
      run_id: number,
      signal: AbortSignal,
      work: (signal: AbortSignal) => Promise<T>,
    ): Promise<T> {
      const stopping = new AbortController()
      running.set(run_id, stopping)
      try {
        return await work(AbortSignal.any([signal, stopping.signal]))
      } finally {
        running.delete(run_id)
      }
    },

    start(): void {
      stop = broadcast.on(KIND, ({ run_id }) => {
        if (typeof run_id === 'number') running.get(run_id)?.abort(new RunStopped())
      })
    },

    close: () => stop?.(),
  }
}

export type RunningAgents = ReturnType<typeof createRunningAgents>
