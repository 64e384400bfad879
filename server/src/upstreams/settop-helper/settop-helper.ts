import { constants } from 'node:fs'
import { access, stat } from 'node:fs/promises'
import type { Clock } from '#kit/clock.ts'
import {
  type BoxPairing,
  type CommitGate,
  HelperFault,
  type HelperProblem,
  type SetTopHelper,
} from '#ports/set-top-helper.ts'
import { type HelperProcess, startHelper } from './helper-process.ts'
import {
  Checked,
  Discovered,
  Paired,
  PinRequired,
  presentFound,
  readAnswer,
  Ready,
  Sent,
} from './helper-wire.ts'

/** Eight pairings (2/4.12), and as many operations. */
const MAX_PROCESSES = 16

export interface SetTopHelperParts {
  clock: Clock
  /** The program; undefined: there is none. */
  path: string | undefined
}

/** The helper of 2/4.12, C36: one process for each operation, and one for each pairing. */
export function createSetTopHelper({ clock, path }: SetTopHelperParts): SetTopHelper {
  const running = new Set<HelperProcess>()

  function start(broken: HelperProblem): HelperProcess {
    if (path === undefined) throw new HelperFault('unsupported')
    if (running.size >= MAX_PROCESSES) throw new HelperFault('unavailable')
    const helper = startHelper(path, clock, broken)
    running.add(helper)
    void helper.ended.then(() => running.delete(helper))
    return helper
  }

  /** One operation in a process of its own, which ends with it. */
  async function run<T>(broken: HelperProblem, work: (helper: HelperProcess) => Promise<T>): Promise<T> {
    const helper = start(broken)
    try {
      return await work(helper)
    } finally {
      helper.end()
    }
  }

  /** Ready, the gate, commit, sent. Nothing happens unless the gate commits. */
  const runCommitted = (request: object, gate: CommitGate) =>
    run('launch_failed', async helper => {
      readAnswer(Ready, await helper.ask(request), 'launch_failed')
      const answers: Promise<unknown>[] = []
      const passing = gate(() => void answers.push(helper.ask({ commit: true })))
      await Promise.race([passing, helper.ended])
      const [answer] = answers
      if (!answer) throw helper.fault() ?? new Error('A gate commits or throws.')
      // A helper may answer and leave before the gate is through.
      await passing
      readAnswer(Sent, await answer, 'launch_failed')
    })

  return {
    async isSupported() {
      if (path === undefined) return false
      try {
        await access(path, constants.X_OK)
        return (await stat(path)).isFile()
      } catch {
        return false
      }
    },
    discover: address =>
      run('unavailable', async helper => {
        const answer = await helper.ask({ action: 'discover', ...(address !== undefined && { address }) })
        return presentFound(readAnswer(Discovered, answer, 'unavailable'))
      }),
    async beginPairing({ address, identifier }) {
      const helper = start('pairing_failed')
      try {
        const answer = await helper.ask({ action: 'pair', address, identifier })
        readAnswer(PinRequired, answer, 'pairing_failed')
      } catch (error) {
        helper.end()
        throw error
      }
      helper.setDeadline(null)
      return asPairing(helper)
    },
    check: ({ address, identifier, credentials }) =>
      run('unavailable', async helper => {
        const answer = await helper.ask({ action: 'check', address, identifier, credentials })
        readAnswer(Checked, answer, 'unavailable')
      }),
    open: ({ address, identifier, credentials }, { media_type, tmdb_id }, gate) =>
      runCommitted({ action: 'open', address, identifier, credentials, media_type, tmdb_id }, gate),
    select: ({ address, identifier, credentials }, gate) =>
      runCommitted({ action: 'select', address, identifier, credentials }, gate),
    close() {
      for (const helper of running) helper.end('unavailable')
    },
  }
}

function asPairing(helper: HelperProcess): BoxPairing {
  return {
    ended: helper.ended,
    end: () => helper.end(),
    async finish(pin) {
      helper.setDeadline()
      try {
        return readAnswer(Paired, await helper.ask({ pin }), 'pairing_failed').credentials
      } finally {
        helper.end()
      }
    },
  }
}
