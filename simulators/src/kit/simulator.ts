import type { SimServer, SimServerOptions } from './sim-server.ts'

/** What every product is started with. */
export type SimulatorOptions = Pick<SimServerOptions, 'now' | 'port' | 'journal_limit'>

/** What every product shows to tests. */
export type Simulator = Pick<
  SimServer,
  'name' | 'url' | 'journal' | 'faults' | 'routes' | 'close' | 'assertClean'
>

/** Starts the server, and returns what tests may use of it. */
export async function openSimulator(server: SimServer): Promise<Simulator> {
  await server.listen()
  const { name, url, journal, faults, routes, close, assertClean } = server
  return { name, url, journal, faults, routes, close, assertClean }
}
