import { setImmediate } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { composeAdminLink } from '#compose/admin-link.ts'
import { type App, compose } from '#compose/index.ts'
import { type Config, configFromProcess, secretsOf, VERSION } from '#config'
import { openDataFolder } from '#db/data-folder.ts'
import { restoreBackup } from '#db/restore.ts'
import { systemClock } from '#kit/clock.ts'
import { createLog } from '#kit/log.ts'
import { findHealthProblem, healthAddress } from '#kit/outbound/own-health.ts'
import { exitOnUncaught, stopOnSignals } from '#kit/process-end.ts'
import { createScrubber } from '#kit/scrub.ts'
import { asStartupRefusal, EXIT_CONFIG, StartupRefusal } from '#kit/startup-refusal.ts'

/** The bundle lies in dist/server beside dist/web; the sources lie in server/src. */
const WEB_FOLDER = VERSION === 'dev' ? '../../dist/web' : '../web'

function say(line: string): void {
  process.stdout.write(`${line}\n`)
}

function addressOf(config: Config, port: number): string {
  const everywhere = config.bind === '0.0.0.0' || config.bind === '::'
  const host = everywhere ? 'localhost' : config.bind.includes(':') ? `[${config.bind}]` : config.bind
  return `http://${host}:${port}${config.base_path}/`
}

async function serve(config: Config): Promise<void> {
  const stopping = new AbortController()
  const stop = async (hurry: AbortSignal) => {
    stopping.abort(new Error('Foyer is stopping.'))
    // A start that failed or was ended has closed what it opened.
    const app = await composing.catch(() => null)
    await app?.close(hurry)
  }
  // Before anything is opened: whoever stops a server that is still starting gets the same end.
  stopOnSignals({ clock: systemClock, stop, with_parent: config.is_npm_start })
  const web_folder = fileURLToPath(new URL(WEB_FOLDER, import.meta.url))
  const composing = compose(config, { web_folder }, stopping.signal)
  try {
    await run(config, await composing, stopping.signal)
  } catch (error) {
    // A server that was closed meanwhile can neither listen nor start; `stop` ends the process.
    if (!stopping.signal.aborted) throw error
  }
}

async function run(config: Config, app: App, stopping: AbortSignal): Promise<void> {
  log = app.log
  // SQLite answers without the event loop; a signal that came meanwhile is heard in its next turn.
  await setImmediate()
  stopping.throwIfAborted()
  try {
    await app.http.listen({ port: config.port, host: config.bind })
  } catch (cause) {
    stopping.throwIfAborted()
    await app.close()
    throw new StartupRefusal(
      `Foyer cannot listen on ${config.bind}, port ${config.port}. Is it taken? Set PORT or APP_BIND to another.`,
      cause,
    )
  }
  await app.start()
  stopping.throwIfAborted()
  const address = app.http.server.address()
  const port = typeof address === 'object' && address ? address.port : config.port
  say(`Foyer ${config.version} is ready: open ${addressOf(config, port)}`)
}

function restore(config: Config, name: string): void {
  if (config.database_url) {
    throw new StartupRefusal('This Foyer keeps its data in PostgreSQL; restore it with pg_restore.')
  }
  const { from, kept } = restoreBackup(openDataFolder(config.data_dir), name, systemClock.now())
  say(`Restored ${from}.${kept ? ` The former database was kept as ${kept}.` : ''} Start Foyer again.`)
}

/** C65: the link alone on standard output, so that scripts can take it; problems go to standard error. */
async function adminLink(config: Config, name: string | undefined): Promise<void> {
  const made = await composeAdminLink({ config, clock: systemClock, log }, name)
  if ('link' in made) return say(made.link)
  giveUp(made.problem)
}

/** C66 */
async function healthcheck(config: Config): Promise<void> {
  const problem = await findHealthProblem(healthAddress(config))
  if (problem !== null) giveUp(problem)
}

function giveUp(sentence: string): void {
  process.stderr.write(`${sentence}\n`)
  process.exitCode = 1
}

async function main([command = 'serve', argument]: readonly string[]): Promise<void> {
  const config = configFromProcess()
  for (const secret of secretsOf(config)) scrubber.register(secret)
  if (command === 'serve') return serve(config)
  if (command === 'restore') return restore(config, argument ?? 'latest')
  if (command === 'admin-link') return adminLink(config, argument)
  if (command === 'healthcheck') return healthcheck(config)
  throw new StartupRefusal(
    `There is no command "${command}". Use: serve, restore [name|latest], admin-link [username], healthcheck.`,
  )
}

/** Until there is a server, whose log knows every secret it holds. */
const scrubber = createScrubber()
let log = createLog({ level: 'error', scrubber })
const end: (error: unknown) => never = exitOnUncaught(() => log)
const words = process.argv.slice(2)
try {
  await main(words)
} catch (error) {
  const refusal = asStartupRefusal(error) ?? end(error)
  process.stderr.write(`Foyer cannot start: ${refusal.message}\n`)
  // C66: supervisors understand 0 and 1 of a health check.
  process.exit(words[0] === 'healthcheck' ? 1 : EXIT_CONFIG)
}
