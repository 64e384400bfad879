import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdirSync, writeFileSync } from 'node:fs'
import { connect } from 'node:net'
import { delimiter, join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { afterTest, temporaryFolder } from './engines.ts'
import { startSimulatedNginx } from './simulated-nginx.ts'

/** Debian has it in /usr/sbin, which is not on everybody's path. */
const FOLDERS = [...(process.env['PATH'] ?? '').split(delimiter), '/usr/sbin']
const PROGRAM = FOLDERS.map(folder => join(folder, 'nginx')).find(file => existsSync(file))

/** Where nginx is installed, tests of configurations meet it, too. */
export const NGINXES = PROGRAM ? (['simulated', 'real'] as const) : (['simulated'] as const)

/** Runs lines of the http level until the test ends. */
export async function startNginx(kind: (typeof NGINXES)[number], lines: string): Promise<void> {
  if (kind === 'real') return startRealNginx(PROGRAM ?? '', lines)
  const simulated = await startSimulatedNginx(lines)
  afterTest(async () => simulated.close())
}

async function startRealNginx(program: string, lines: string): Promise<void> {
  const folder = temporaryFolder()
  // All that a system would have in other places. Root gives its rights to another user, who could not enter here.
  const kinds = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi']
  const configuration = `
    daemon off; worker_processes 1; pid ${folder}/nginx.pid; error_log stderr error;
    ${process.getuid?.() === 0 ? 'user root root;' : ''}
    events { worker_connections 64; }
    http {
      access_log off;
      ${kinds.map(kind => `${kind}_temp_path ${folder}/${kind};`).join(' ')}
      ${lines}
    }`
  mkdirSync(join(folder, 'logs'))
  writeFileSync(join(folder, 'nginx.conf'), configuration)
  const child = spawn(program, ['-p', folder, '-c', join(folder, 'nginx.conf'), '-e', 'stderr'], {
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  const ended = once(child, 'close')
  let said = ''
  child.stderr.setEncoding('utf8').on('data', (text: string) => (said += text))
  afterTest(async () => {
    child.kill('SIGTERM')
    await ended
  })
  for (const [, port] of lines.matchAll(/listen 127\.0\.0\.1:(\d+)/g)) {
    while (!(await isOpen(Number(port)))) {
      if (child.exitCode !== null) throw new Error(`nginx ended with ${child.exitCode}: ${said}`)
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
