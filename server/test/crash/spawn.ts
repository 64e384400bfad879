import { type ChildProcess, spawn } from 'node:child_process'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { build } from 'esbuild'
import type { Database } from '#db/database.ts'
import { createSecretWatch } from '#test/secret-watch.ts'
import { withoutUnusedParts } from '../../../scripts/bundle.ts'
import { readEffects } from './workload.ts'

/** The child as one file: it starts in a tenth of the time, and the suite starts hundreds. */
export async function bundleChild(folder: string, entry = './child.ts'): Promise<string> {
  const outfile = join(folder, 'child.cjs')
  await build({
    entryPoints: [fileURLToPath(new URL(entry, import.meta.url))],
    outfile,
    bundle: true,
    platform: 'node',
    format: 'cjs',
    external: ['pg-native'],
    // Passwords are hashed by no child.
    loader: { '.node': 'empty' },
    plugins: [withoutUnusedParts],
    logLevel: 'error',
  })
  return outfile
}

export interface Child {
  process: ChildProcess
  lines: string[]
  /** Resolves with the line once one arrives that passes. */
  until(passes: (line: string) => boolean): Promise<string>
  /** How it ended: `0`, or the signal that killed it. */
  ended: Promise<number | string | null>
}

export function startChild(script: string, orders: object): Child {
  const child = spawn(process.execPath, [script, JSON.stringify(orders)], {
    // What the first one compiled, all others find beside the script.
    env: { ...process.env, NODE_COMPILE_CACHE: join(dirname(script), 'compiled') },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const watch = createSecretWatch()
  const look = (said: string) => watch.lookAtLog(said, 'what a child printed')
  const lines: string[] = []
  const waiting = new Set<(line: string) => void>()
  let rest = ''
  child.stdout.setEncoding('utf8').on('data', (chunk: string) => {
    const parts = (rest + chunk).split('\n')
    rest = parts.pop() ?? ''
    for (const line of parts) {
      lines.push(line)
      look(line)
      waiting.forEach(hear => hear(line))
    }
  })
  child.stderr.setEncoding('utf8').on('data', (said: string) => {
    look(said)
    process.stderr.write(said)
  })
  // Whoever was killed may have been in the middle of a line.
  child.once('close', () => look(rest))
  return {
    process: child,
    lines,
    until: passes =>
      new Promise(resolve => {
        const found = lines.find(passes)
        if (found !== undefined) return resolve(found)
        waiting.add(line => passes(line) && resolve(line))
      }),
    ended: new Promise(resolve => child.once('close', (code, signal) => resolve(signal ?? code))),
  }
}

/** All that is left when everything has been delivered. */
export async function readEndState(database: Database, effects: string) {
  const settings = await database.read.selectFrom('settings').select('key').orderBy('key').execute()
  return {
    settings: settings.map(row => row.key).sort(),
    jobs: await database.read.selectFrom('jobs').selectAll().execute(),
    leases: await database.read.selectFrom('leases').selectAll().execute(),
    effects: readEffects(effects).sort(),
  }
}

export function expectedEndState(keys: readonly string[]) {
  const settings = keys.flatMap(key => [`intent:${key}`, `result:${key}`, `announced:${key}`])
  return { settings: settings.sort(), jobs: [], leases: [], effects: [...keys].sort() }
}
