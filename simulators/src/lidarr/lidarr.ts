import type { Faults } from '../kit/faults.ts'
import type { Journal } from '../kit/journal.ts'
import { createServarr, type ServarrOptions } from '../servarr/servarr.ts'

export interface Lidarr {
  readonly name: string
  readonly url: string
  readonly api_key: string
  readonly journal: Journal
  readonly faults: Faults
  readonly routes: () => string[]
  settle: () => void
  close: () => Promise<void>
  assertClean: () => void
}

/** Lidarr, API v1, as lidarr.md and servarr-common.md describe it. */
export async function startLidarr(options: ServarrOptions): Promise<Lidarr> {
  const servarr = createServarr('Lidarr', options)
  const { server } = servarr
  await server.listen()
  return {
    name: server.name,
    url: `${server.url}${servarr.url_base}`,
    api_key: servarr.api_key,
    journal: server.journal,
    faults: server.faults,
    routes: server.routes,
    settle: servarr.timeline.settle,
    close: server.close,
    assertClean: server.assertClean,
  }
}
