import type { Faults } from '../kit/faults.ts'
import type { Journal } from '../kit/journal.ts'
import { createSimServer } from '../kit/sim-server.ts'
import { clientOf, plexError, plexStatus, tokenOf } from './plex-answers.ts'
import type { PlexCloud } from './plex-cloud.ts'
import { routeServers } from './plex-tv-servers.ts'
import { routeShares } from './plex-tv-shares.ts'
import { routeSignIn } from './plex-tv-sign-in.ts'

export interface PlexTvOptions {
  cloud: PlexCloud
  port?: number | undefined
  journal_limit?: number | undefined
}

/** Both `plex.tv` and `clients.plex.tv`: they serve the same routes. */
export interface PlexTv {
  readonly name: string
  readonly url: string
  /** Accounts, devices, pins, shares: what plex.tv knows. */
  readonly cloud: PlexCloud
  readonly journal: Journal
  readonly faults: Faults
  readonly routes: () => string[]
  close: () => Promise<void>
  assertClean: () => void
}

export async function startPlexTv({ cloud, port, journal_limit }: PlexTvOptions): Promise<PlexTv> {
  const server = createSimServer({
    name: 'plexTv',
    port,
    journal_limit,
    now: cloud.now,
    authorise(request) {
      // plex.md, "Headers": the newer routes want to know which installation asks.
      if (request.path.startsWith('/api/v2/') && !clientOf(request)) return plexError(1000)
      return cloud.accountOf(tokenOf(request)) ? null : plexError(1001)
    },
    notFound: () => plexError(1002),
    refuse: plexStatus,
    refuseKey: () => plexError(1001),
  })
  routeSignIn(server, cloud)
  routeServers(server, cloud)
  routeShares(server, cloud)
  await server.listen()
  return {
    name: server.name,
    url: server.url,
    cloud,
    journal: server.journal,
    faults: server.faults,
    routes: server.routes,
    close: server.close,
    assertClean: server.assertClean,
  }
}
