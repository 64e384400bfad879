import { setImmediate } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import type { App } from '#compose/index.ts'
import { type Config, configFromProcess, secretsOf, VERSION } from '#config'
import { systemClock } from '#kit/clock.ts'
import { createLog, type Log } from '#kit/log.ts'
import { findHealthProblem, healthAddress } from '#kit/outbound/own-health.ts'
import { exitOnUncaught, stopOnSignals } from '#kit/process-end.ts'
import { createScrubber } from '#kit/scrub.ts'
import { asStartupRefusal, EXIT_CONFIG, StartupRefusal } from '#kit/startup-refusal.ts'

/** The bundle is in dist/server beside dist/web; the sources are in server/src. */
const WEB_FOLDER = VERSION === 'dev' ? '../../dist/web' : '../web'

function print(line: string): void {
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
    // A failed or aborted start has closed everything it opened.
    const app = await composing.catch(() => null)
    await app?.close(hurry)
  }
  // Before anything is opened, so that a server can also be stopped while it starts.
  stopOnSignals({ clock: systemClock, stop, with_parent: config.is_npm_start })
  const web_folder = fileURLToPath(new URL(WEB_FOLDER, import.meta.url))
  const composing = composeApp(config, web_folder, stopping.signal)
  try {
    await run(config, await composing, stopping.signal)
  } catch (error) {
    // A server closed in the meantime can neither listen nor start; `stop` ends the process.
    if (!stopping.signal.aborted) throw error
  }
}

// Each command imports only what it needs: a health check runs every minute, and must not load the whole server.

async function composeApp(config: Config, web_folder: string, signal: AbortSignal): Promise<App> {
  const { compose } = await import('#compose/index.ts')
  return compose(config, { web_folder }, signal)
}

async function run(config: Config, app: App, stopping: AbortSignal): Promise<void> {
  log = app.log
  // SQLite is synchronous; a signal received in the meantime is handled in the next event loop turn.
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
  print(`Foyer ${config.version} is ready: open ${addressOf(config, port)}`)
}

async function restore(config: Config, name: string): Promise<void> {
  if (config.database_url) {
    throw new StartupRefusal('This Foyer keeps its data in PostgreSQL; restore it with pg_restore.')
  }
  const [{ openDataFolder }, { restoreBackup }] = await Promise.all([
    import('#db/data-folder.ts'),
    import('#db/restore.ts'),
  ])
  const { from, kept } = restoreBackup(openDataFolder(config.data_dir), name, systemClock.now())
  print(`Restored ${from}.${kept ? ` The former database was kept as ${kept}.` : ''} Start Foyer again.`)
}

/** C65: only the link on standard output, for scripts; problems go to standard error. */
async function adminLink(config: Config, name: string | undefined): Promise<void> {
  const { composeAdminLink } = await import('#compose/admin-link.ts')
  const made = await composeAdminLink({ config, clock: systemClock, log }, name)
  if ('link' in made) return print(made.link)
  giveUp(made.problem)
}

/** C66 */
async function healthcheck(config: Config): Promise<void> {
  const problem = await findHealthProblem(healthAddress(config))
  if (problem !== null) giveUp(problem)
}

/** Exit code 0 or 1, also when a setting stops everything else. */
async function doctor(config: Config): Promise<void> {
  const { examine } = await import('#compose/doctor/doctor.ts')
  print(`Foyer ${config.version}, Node ${process.versions.node}`)
  if (!(await examine({ config, clock: systemClock, scrubber, print }))) process.exitCode = 1
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
  if (command === 'doctor') return doctor(config)
  throw new StartupRefusal(
    `There is no command "${command}". Use: serve, restore [name|latest], admin-link [username], doctor, healthcheck.`,
  )
}

/** Used until the server exists, whose log knows every secret. */
const scrubber = createScrubber()
let log: Log = createLog({ level: 'error', scrubber })
const end: (error: unknown) => never = exitOnUncaught(() => log)
const args = process.argv.slice(2)
try {
  await main(args)
} catch (error) {
  const refusal = asStartupRefusal(error) ?? end(error)
  process.stderr.write(`Foyer cannot start: ${refusal.message}\n`)
  // C66: process supervisors expect 0 or 1 from a health check; so does who asks the doctor.
  process.exit(args[0] === 'healthcheck' || args[0] === 'doctor' ? 1 : EXIT_CONFIG)
}
