import { type ChildProcessByStdio, spawn } from 'node:child_process'
import type { Readable, Writable } from 'node:stream'
import type { Clock, Stop } from '#kit/clock.ts'
import { HelperFault, type HelperProblem } from '#ports/set-top-helper.ts'
import { createLineReader } from './helper-lines.ts'

/** 2/4.12: the most that an operation takes. */
const OPERATION_MS = 40_000

type Child = ChildProcessByStdio<Writable, Readable, null>

/** Errors of a program that is not there or may not be executed. */
const NO_PROGRAM = new Set(['ENOENT', 'EACCES', 'ENOTDIR', 'EISDIR', 'ENOEXEC', 'EPERM'])

/** One helper process, from its start to its end. Whatever it does, it costs an operation its time and nothing else. */
export interface HelperProcess {
  /** Sends one line and waits for one. Throws HelperFault, or rejects with it. */
  ask(message: object): Promise<unknown>
  /** Set as soon as the process is gone. */
  fault(): HelperFault | undefined
  /** Resolves when the process is gone. */
  ended: Promise<HelperFault>
  /** Gives the next operation its time; `null`: nothing is expected, so time does not count. */
  setDeadline(ms?: number | null): void
  /** Kills the process and all that it started. */
  end(problem?: HelperProblem): void
}

/**
 * Starts the helper: no shell, no arguments, an empty environment, a neutral folder, and nobody reads its stderr. It is
 * its own process group, so that what it starts ends with it. `broken` is the problem that a helper stands for which
 * dies, floods, or sends what nobody asked for.
 */
export function startHelper(path: string, clock: Clock, broken: HelperProblem): HelperProcess {
  const { promise: ended, resolve: reportEnd } = Promise.withResolvers<HelperFault>()
  let fault: HelperFault | undefined
  let waiting: PromiseWithResolvers<unknown> | undefined
  let stopDeadline: Stop = () => {}
  let child: Child | undefined
  const readLines = createLineReader()

  function end(problem: HelperProblem = broken): void {
    if (fault) return
    fault = new HelperFault(problem)
    stopDeadline()
    if (child) kill(child)
    waiting?.reject(fault)
    waiting = undefined
    reportEnd(fault)
  }

  function setDeadline(ms: number | null = OPERATION_MS): void {
    stopDeadline()
    stopDeadline = ms === null || fault ? () => {} : clock.after(ms, () => end('timeout'))
  }

  function take(line: unknown): void {
    const asker = waiting
    waiting = undefined
    // An answer before its question, such as `sent` before the commit, is not one.
    if (asker) asker.resolve(line)
    else end()
  }

  function read(chunk: Buffer): void {
    if (fault) return
    try {
      for (const line of readLines(chunk)) take(line)
    } catch {
      end()
    }
  }

  setDeadline()
  try {
    child = spawn(path, [], {
      env: {},
      cwd: '/',
      shell: false,
      detached: true,
      stdio: ['pipe', 'pipe', 'ignore'],
    })
    child.on('error', error => end(isMissing(error) ? 'unsupported' : 'unavailable'))
    // Its children may hold the output open; without them it closes, and `close` follows.
    child.on('exit', () => child && killGroup(child))
    child.on('close', () => end())
    child.stdout.on('data', read)
    child.stdout.on('error', () => end())
    // A helper that no longer reads is about to end, or to run out of time.
    child.stdin.on('error', () => {})
  } catch {
    end('unavailable')
  }

  return {
    ended,
    fault: () => fault,
    setDeadline,
    end,
    ask(message) {
      if (fault || !child) throw fault ?? new HelperFault(broken)
      const asked = Promise.withResolvers<unknown>()
      waiting = asked
      child.stdin.write(`${JSON.stringify(message)}\n`)
      // The asker may have left by then.
      asked.promise.catch(() => {})
      return asked.promise
    },
  }
}

function isMissing(error: Error): boolean {
  return 'code' in error && NO_PROGRAM.has(String(error.code))
}

function kill(child: Child): void {
  killGroup(child)
  child.stdin.destroy()
  child.stdout.destroy()
}

function killGroup({ pid }: Child): void {
  if (pid === undefined) return
  try {
    process.kill(-pid, 'SIGKILL')
  } catch {
    // It is gone already.
  }
}
