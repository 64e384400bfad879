import { loadPastServer, startDemo } from './demo/demo.ts'
import { PEOPLE } from './demo/people.ts'
import { ensureBuilt } from './stamp.js'

/** `npm run demo` */
ensureBuilt()
process.stdout.write('Five months pass…\n')
const port = process.env['PORT'] ?? '5454'
const demo = await startDemo({ port, startPast: await loadPastServer() }).catch((error: unknown) => {
  if (!(error instanceof Error && 'code' in error && error.code === 'EADDRINUSE')) throw error
  process.stderr.write(`Port ${port} is taken. Set PORT to another one.\n`)
  process.exit(1)
})

const people = PEOPLE.map(
  ({ username, password, about }) => `  ${username.padEnd(8)} ${password.padEnd(20)} ${about}`,
)
process.stdout.write(
  [
    '',
    `Foyer is ready: open ${demo.url}`,
    '',
    '  name     password',
    ...people,
    '',
    'The libraries and the model of the assistant are simulated; downloads move and finish by themselves.',
    'TV boxes are simulated, too: the one in the attic can be paired with the PIN 1234.',
    'Ctrl-C ends it all.',
    '',
  ].join('\n'),
)

async function stop(): Promise<void> {
  await demo.stop()
  process.exit(0)
}
process.once('SIGINT', () => void stop())
process.once('SIGTERM', () => void stop())
