import { spawn } from 'node:child_process'
import { VITE } from './vite.ts'

/** `npm run dev`: the server from its sources, restarted on change, and Vite in front of it. */
const children = [
  spawn(process.execPath, ['--watch', '--watch-preserve-output', 'server/src/main.ts'], { stdio: 'inherit' }),
  spawn(process.execPath, [VITE, '--clearScreen', 'false'], { cwd: 'web', stdio: 'inherit' }),
]

function stopAll(): void {
  for (const child of children) child.kill('SIGTERM')
}

process.on('SIGINT', stopAll)
process.on('SIGTERM', stopAll)
for (const child of children) child.on('exit', stopAll)
