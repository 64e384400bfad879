import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { connect } from 'node:net'
import { delimiter, join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { afterTest } from './engines.ts'

/** Where a proxy of a test listens, which certificate it shows (files), and on which port it finds Foyer. */
export interface ProxyPlace {
  secure: number
  plain: number
  foyer: number
  cert: string
  key: string
}

/** Debian has proxies in /usr/sbin, which is not on everybody's path. */
const FOLDERS = [...(process.env['PATH'] ?? '').split(delimiter), '/usr/sbin']

export const findProgram = (name: string): string | undefined =>
  FOLDERS.map(folder => join(folder, name)).find(file => existsSync(file))

/** Runs it until the test ends; returns when it listens on all these ports. */
export async function runProxy(
  program: string,
  { args, ports, env = {} }: { args: string[]; ports: number[]; env?: Record<string, string> },
): Promise<void> {
  const child = spawn(program, args, {
    stdio: ['ignore', 'ignore', 'pipe'],
    env: { ...process.env, ...env },
  })
  const ended = once(child, 'close')
  let said = ''
  child.stderr.setEncoding('utf8').on('data', (text: string) => (said += text))
  afterTest(async () => {
    child.kill('SIGTERM')
    await ended
  })
  for (const port of ports) {
    while (!(await isOpen(port))) {
      if (child.exitCode !== null) throw new Error(`${program} ended with ${child.exitCode}: ${said}`)
      await pause(20)
    }
  }
}

function isOpen(port: number): Promise<boolean> {
  return new Promise(resolve => {
    const socket = connect(port, '127.0.0.1')
    socket.on('connect', () => resolve(true)).on('error', () => resolve(false))
    socket.on('connect', () => socket.destroy())
  })
}
