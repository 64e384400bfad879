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
  const web_folder = fileURLToPath(new URL(WEB_FOLDER, import.meta.url))
  let composing: Promise<App>
  let { port } = config
  const stop = async (hurry: AbortSignal) => {
    stopping.abort(new Error('Foyer is stopping.'))
    // A failed or aborted start has closed everything it opened.
    const app = await composing.catch(() => null)
    await app?.close(hurry)
  }
  // Before anything is opened, so that a server can also be stopped while it starts.
  stopOnSignals({ clock: systemClock, stop, with_parent: config.is_npm_start })
  for (;;) {
    composing = composeApp(config, web_folder, stopping.signal)
    try {
      const app = await composing
      // A port that the system chose stays the same: people have the address.
      port = await run({ ...config, port }, app, stopping.signal)
      // In this process, because not every server is run by something that would start it again.
      await app.restart_asked
      app.log.warn({}, 'Foyer closes and starts again, as an admin asked')
      await app.close()
      stopping.signal.throwIfAborted()
    } catch (error) {
      // A server closed in the meantime can neither listen nor start; `stop` ends the process.
      if (!stopping.signal.aborted) throw error
      return
    }
  }
}

// Each command imports only what it needs: a health check runs every minute, and must not load the whole server.

async function composeApp(config: Config, web_folder: string, signal: AbortSignal): Promise<App> {
  const { compose } = await import('#compose/index.ts')
  return compose(config, { web_folder }, signal)
}

/** Returns the port it listens on. */
async function run(config: Config, app: App, stopping: AbortSignal): Promise<number> {
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
  return port
}

const ANY_KEY = '--any-key'

async function restore(config: Config, words: readonly string[]): Promise<void> {
  const any_key = words.includes(ANY_KEY)
  const [name = 'latest'] = words.filter(word => word !== ANY_KEY)
  if (config.database_url) return restoreTables(config, config.database_url, name, any_key)
  const [{ openDataFolder }, { restoreBackup }, { refuseOtherKey }] = await Promise.all([
    import('#db/data-folder.ts'),
    import('#db/restore.ts'),
    import('#compose/key-fits.ts'),
  ])
  const folder = openDataFolder(config.data_dir)
  const check = any_key ? undefined : refuseOtherKey(config, folder)
  const { from, kept } = restoreBackup(folder, name, systemClock.now(), undefined, check)
  print(`Restored ${from}.${kept ? ` The former database was kept as ${kept}.` : ''} Start Foyer again.`)
}

async function restoreTables(config: Config, url: string, name: string, any_key: boolean): Promise<void> {
  const { composeRestore } = await import('#compose/postgres-backup.ts')
  const { from, kept } = await composeRestore(config, url, name, systemClock.now(), { any_key })
  const point = kept ? ` The former tables were kept in the schema ${kept}.` : ''
  print(`Restored ${from}.${point} Start Foyer again.`)
}

/** A file of backups/ that can be restored on either engine; the server may be running. */
async function backUp(config: Config): Promise<void> {
  const { composeBackup } = await import('#compose/postgres-backup.ts')
  print(await composeBackup(config, systemClock.now()))
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

async function move(config: Config, [to, target, ...rest]: readonly string[]): Promise<void> {
  if (to !== '--to' || !target || rest.length > 0) {
    throw new StartupRefusal('Use: move --to postgres://user@host/database, or move --to FOLDER.')
  }
  scrubber.register(target)
  const { moveDatabase } = await import('#compose/move.ts')
  const { tables, rows, steps } = await moveDatabase(config, target)
  for (const { table, rows: count, sum } of tables) print(`${table}  ${count} rows  ${sum}`)
  print(`Moved ${rows} rows in ${tables.length} tables; counts and checksums are equal on both sides.`)
  for (const [i, step] of steps.entries()) print(`${i + 1}. ${step}`)
}

function giveUp(sentence: string): void {
  process.stderr.write(`${sentence}\n`)
  process.exitCode = 1
}

async function main([command = 'serve', ...more]: readonly string[]): Promise<void> {
  const [argument] = more
  const config = configFromProcess()
  for (const secret of secretsOf(config)) scrubber.register(secret)
  if (command === 'serve') return serve(config)
  if (command === 'restore') return restore(config, more)
  if (command === 'backup') return backUp(config)
  if (command === 'admin-link') return adminLink(config, argument)
  if (command === 'healthcheck') return healthcheck(config)
  if (command === 'doctor') return doctor(config)
  if (command === 'move') return move(config, more)
  throw new StartupRefusal(
    `There is no command "${command}". Use: serve, backup, restore [name|latest], admin-link [username], move --to URL|FOLDER, doctor, healthcheck.`,
  )
}

/** Commands whose refusals are not about a start. */
const NOT_A_START = new Set(['admin-link', 'backup', 'doctor', 'healthcheck', 'move', 'restore'])

/** Used until the server exists, whose log knows every secret. */
const scrubber = createScrubber()
let log: Log = createLog({ level: 'error', scrubber })
const end: (error: unknown) => never = exitOnUncaught(() => log)
const args = process.argv.slice(2)
try {
  await main(args)
} catch (error) {
  const refusal = asStartupRefusal(error) ?? end(error)
  const subject = NOT_A_START.has(args[0] ?? '') ? '' : 'Foyer cannot start: '
  process.stderr.write(`${subject}${scrubber.scrub(refusal.message)}\n`)
  // C66: process supervisors expect 0 or 1 from a health check; so does who asks the doctor.
  process.exit(args[0] === 'healthcheck' || args[0] === 'doctor' ? 1 : EXIT_CONFIG)
}
