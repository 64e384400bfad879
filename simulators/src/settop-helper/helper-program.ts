import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/**
 * The program that Foyer starts. It decides nothing: it passes on what it reads, and does what the simulator says. It
 * finds the simulator by its own folder, because it gets neither arguments nor an environment.
 */
const PROGRAM = `
const { spawn } = require('node:child_process')
const { connect } = require('node:net')
const { join } = require('node:path')
const socket = connect(join(__dirname, 'simulator.sock'))
const report = message => socket.write(JSON.stringify(message) + '\\n')
const orders = {
  write: text => process.stdout.write(text),
  complain: text => process.stderr.write(text),
  finish: text => process.stdout.write(text, () => process.exit(0)),
  die: () => process.exit(1),
  // A process of its own that outlives this one unless the whole group is killed.
  fork: () => spawn(process.execPath, ['-e', CHILD, join(__dirname, 'simulator.sock')], { stdio: 'inherit' }),
}
const CHILD = "require('node:net').connect(process.argv[1]).write(JSON.stringify({ child: true }) + '\\\\n')"
const eachLine = (stream, take) => {
  let rest = ''
  stream.setEncoding('utf8').on('data', text => {
    const lines = (rest + text).split('\\n')
    rest = lines.pop()
    lines.forEach(take)
  })
}
report({ started: { env: { ...process.env }, args: process.argv.slice(2), cwd: process.cwd() } })
eachLine(process.stdin, line => report({ line }))
eachLine(socket, line => {
  for (const [name, value] of Object.entries(JSON.parse(line))) orders[name](value)
})
// As a real helper: nobody is there any more.
process.stdin.on('end', () => process.exit(0))
process.stdout.on('error', () => {})
socket.on('close', () => process.exit(0)).on('error', () => process.exit(1))
`

/** Writes the program into a folder of its own. Its first line names this Node, which an empty environment cannot find. */
export function placeProgram(): { path: string; socket: string; remove: () => void } {
  const folder = mkdtempSync(join(tmpdir(), 'settop-'))
  const path = join(folder, 'settop-helper')
  writeFileSync(path, `#!${process.execPath}\n${PROGRAM}`, { mode: 0o755 })
  return {
    path,
    socket: join(folder, 'simulator.sock'),
    remove: () => rmSync(folder, { recursive: true, force: true }),
  }
}
