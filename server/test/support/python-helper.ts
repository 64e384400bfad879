import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { copyFileSync, cpSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { text } from 'node:stream/consumers'
import { afterTest, temporaryFolder } from './engines.ts'

export const HELPER = join(import.meta.dirname, '../../../helpers/settop')
const FILES = ['foyer-settop', 'settop.py', 'settop_wire.py', 'settop_box.py']

/** Whether this machine can run the helper for set-top boxes at all: Foyer itself does without Python. */
export const HAS_PYTHON = canRunPython()

function canRunPython(): boolean {
  try {
    execFileSync('python3', ['-c', 'import sys, venv; assert sys.version_info >= (3, 10)'], {
      stdio: 'ignore',
    })
    return true
  } catch {
    return false
  }
}

/** A virtual environment with nothing installed. */
export async function bareEnvironment(): Promise<string> {
  const place = join(temporaryFolder('foyer-venv-'), 'venv')
  execFileSync('python3', ['-m', 'venv', '--without-pip', place])
  return place
}

export interface Scenario {
  boxes: {
    name: string
    address: string
    identifiers: string[]
    model?: string
    pairing?: 'Mandatory' | 'Unsupported'
    companion?: boolean
  }[]
  pin: number
  credentials: string
  apps: string[]
  /** The call of pyatv that fails, and with which exception. */
  faults?: Record<string, string>
}

/** The helper as it is installed: beside its virtual environment. With a scenario, it meets a pyatv that plays it. */
export function installHelper(environment: string, scenario?: Scenario) {
  const folder = temporaryFolder('foyer-settop-')
  for (const file of FILES) copyFileSync(join(HELPER, file), join(folder, file))
  symlinkSync(environment, join(folder, 'venv'))
  if (scenario) {
    cpSync(join(HELPER, 'test/fake/pyatv'), join(folder, 'pyatv'), { recursive: true })
    writeFileSync(join(folder, 'scenario.json'), JSON.stringify(scenario))
    writeFileSync(join(folder, 'calls.jsonl'), '')
  }
  return {
    file: join(folder, 'foyer-settop'),
    /** What reached the box, in order. */
    calls(): unknown[] {
      const lines = readFileSync(join(folder, 'calls.jsonl'), 'utf8').split('\n')
      return lines.filter(Boolean).map(line => JSON.parse(line))
    },
  }
}

/** Lines to a program and back. Without an environment unless one is given, as Foyer starts its helper. */
export function converse(file: string, args: readonly string[] = [], env: Record<string, string> = {}) {
  const child = spawn(file, args, { env, stdio: 'pipe' })
  afterTest(async () => void child.kill('SIGKILL'))
  const complaints = text(child.stderr)
  const ended = once(child, 'close')
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]()
  return {
    /** A line as it is, or an object as JSON. */
    send(line: unknown) {
      child.stdin.write(typeof line === 'string' ? `${line}\n` : `${JSON.stringify(line)}\n`)
    },
    /** The next line; undefined after the last. */
    async next(): Promise<unknown> {
      const { value, done } = await lines.next()
      return done ? undefined : JSON.parse(value)
    },
    hangUp: () => child.stdin.end(),
    /** What it wrote where nobody looks. */
    async complaintsAtTheEnd(): Promise<string> {
      await ended
      return complaints
    },
  }
}
