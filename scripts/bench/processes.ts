import { type ChildProcess, spawn } from 'node:child_process'
import { readFileSync } from 'node:fs'

export interface Running {
  port: number
  /** From spawn to its first line. */
  started_ms: number
  resident_mb(): number
  /** The most it ever was. */
  peak_mb(): number
  /** What all of its threads have used so far. */
  processor_ms(): number
  stop(): Promise<void>
  /** With no chance to end anything. */
  kill(): Promise<void>
}

/**
 * As `npm start` runs it, for a small box's memory: small steps of collection, one helper thread, and no compiler on
 * it, whose working memory its allocator would keep. A smaller growth of the heap was tried: 4 MB less under load, and
 * a tenth of the speed.
 */
export const SERVER_FLAGS = ['--max-semi-space-size=2', '--v8-pool-size=1', '--no-concurrent-recompilation']

/**
 * Starts a Node program and waits for its line `… <port>`; what it says after that goes to `onText`. All that it says, from the
 * beginning and of its errors, goes to `hear`.
 */
export function startProcess(
  args: string[],
  env: Record<string, string>,
  sign: RegExp,
  onText: (text: string) => void = () => {},
  hear?: (text: string) => void,
): Promise<Running> {
  const began = performance.now()
  const child = spawn(process.execPath, args, {
    env: { PATH: process.env['PATH'], ...env },
    stdio: ['ignore', 'pipe', hear ? 'pipe' : 'inherit'],
  })
  child.stderr?.on('data', (chunk: Buffer) => {
    hear?.(chunk.toString())
    process.stderr.write(chunk)
  })
  return new Promise((resolve, reject) => {
    let output = ''
    let is_ready = false
    child.on('error', reject)
    child.on('exit', code => reject(new Error(`It ended with ${code}: ${output}`)))
    child.stdout?.on('data', (chunk: Buffer) => {
      hear?.(chunk.toString())
      if (is_ready) return onText(chunk.toString())
      output += chunk.toString()
      const found = sign.exec(output)
      if (!found) return
      is_ready = true
      resolve({
        port: Number(found[1]),
        started_ms: performance.now() - began,
        resident_mb: () => memoryMb(child, 'VmRSS'),
        peak_mb: () => memoryMb(child, 'VmHWM'),
        processor_ms: () => processorMs(child),
        stop: () => end(child, 'SIGTERM'),
        kill: () => end(child, 'SIGKILL'),
      })
    })
  })
}

function memoryMb(child: ChildProcess, field: 'VmRSS' | 'VmHWM'): number {
  const status = readFileSync(`/proc/${child.pid}/status`, 'utf8')
  return Number(new RegExp(`${field}:\\s+(\\d+) kB`).exec(status)?.[1] ?? Number.NaN) / 1024
}

/** The kernel counts in hundredths of a second. */
const TICK_MS = 10

function processorMs(child: ChildProcess): number {
  // The name of the program, in brackets, may hold spaces; user and system time are the 12th and 13th field after it.
  const fields = readFileSync(`/proc/${child.pid}/stat`, 'utf8').split(') ').at(-1)?.split(' ') ?? []
  return (Number(fields[11]) + Number(fields[12])) * TICK_MS
}

function end(child: ChildProcess, signal: NodeJS.Signals): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return Promise.resolve()
  return new Promise(resolve => {
    child.removeAllListeners('exit')
    child.on('exit', () => resolve())
    child.kill(signal)
  })
}
