import { spawn } from 'node:child_process'

/** `npm run dev`: the server from its sources, restarted on change, and Vite in front of it. */
const children = [
  spawn(process.execPath, ['--watch', '--watch-preserve-output', 'server/src/main.ts'], { stdio: 'inherit' }),
  spawn('vite', ['--clearScreen', 'false'], { cwd: 'web', stdio: 'inherit', shell: true }),
]

function stopAll(): void {
  for (const child of children) child.kill('SIGTERM')
}

process.on('SIGINT', stopAll)
process.on('SIGTERM', stopAll)
for (const child of children) child.on('exit', stopAll)
