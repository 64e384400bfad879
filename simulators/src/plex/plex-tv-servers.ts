import { json, type SimRequest } from '../kit/answer.ts'
import type { JsonRecord } from '../kit/json.ts'
import type { SimServer } from '../kit/sim-server.ts'
import { isoSecond } from '../kit/time.ts'
import { either, eitherList, plexError, tokenOf, wantsJson, xml } from './plex-answers.ts'
import type { PlexAccount, PlexCloud, PlexShare } from './plex-cloud.ts'
import { avatarOf } from './plex-tv-sign-in.ts'

/** Which servers a token reaches, and what they hold (plex.md, "Which server, which libraries"). */
export function routeServers(server: SimServer, cloud: PlexCloud): void {
  server.route('GET /api/v2/resources', request => {
    const account = accountOf(cloud, request)
    const rows = account === cloud.owner ? [ownedServer(cloud)] : sharedServers(cloud, account)
    return eitherList(request, ['resources', 'resource'], rows)
  })
  server.route('GET /api/v2/servers/:machine', request => {
    if (!isOwnServer(cloud, request)) return plexError(1002)
    return either(request, 'server', {
      id: 900,
      name: cloud.server_name,
      machineIdentifier: cloud.machine_identifier,
      librarySections: cloud.sections.map(section => ({ ...section })),
    })
  })
  server.route('GET /api/servers/:machine', request => {
    if (!isOwnServer(cloud, request)) return plexError(1002)
    const Server = {
      name: cloud.server_name,
      machineIdentifier: cloud.machine_identifier,
      Section: cloud.sections.map(section => ({ ...section })),
    }
    return xml('MediaContainer', { size: 1, Server })
  })
  server.route('GET /api/users', request => {
    const User = connected(cloud).map(({ account, share }) => userResource(cloud, account, share))
    const container = { friendlyName: 'myPlex', size: User.length, totalSize: User.length, User }
    return wantsJson(request) ? json({ MediaContainer: container }) : xml('MediaContainer', container)
  })
  server.route('GET /api/v2/home/users', request =>
    eitherList(request, ['home', 'users'], [homeMember(cloud.owner)]),
  )
}

export function accountOf(cloud: PlexCloud, request: SimRequest): PlexAccount | undefined {
  return cloud.accountOf(tokenOf(request))
}

export function isOwnServer(cloud: PlexCloud, request: SimRequest): boolean {
  return accountOf(cloud, request) === cloud.owner && request.params['machine'] === cloud.machine_identifier
}

function connected(cloud: PlexCloud): { account: PlexAccount; share: PlexShare }[] {
  return cloud.shares.flatMap(share => {
    const account = cloud.accounts.get(share.invited_id ?? 0)
    return account ? [{ account, share }] : []
  })
}

function serverRow(cloud: PlexCloud): JsonRecord {
  // A simulated server has no certificate of plex.direct: its one connection is plain and local.
  const at = new URL(cloud.server_url ?? 'http://192.0.2.10:32400')
  return {
    name: cloud.server_name,
    product: 'Plex Media Server',
    productVersion: '1.43.2.1',
    platform: 'Linux',
    platformVersion: '6.1',
    device: 'PC',
    clientIdentifier: cloud.machine_identifier,
    createdAt: '2024-01-01T00:00:00Z',
    lastSeenAt: isoSecond(cloud.now()),
    provides: 'server',
    publicAddress: '203.0.113.5',
    home: false,
    synced: false,
    relay: true,
    presence: true,
    httpsRequired: false,
    publicAddressMatches: true,
    dnsRebindingProtection: false,
    natLoopbackSupported: false,
    connections: [
      {
        protocol: at.protocol.slice(0, -1),
        address: at.hostname,
        port: Number(at.port),
        uri: at.origin,
        local: true,
        relay: false,
        IPv6: false,
      },
    ],
  }
}

function ownedServer(cloud: PlexCloud): JsonRecord {
  return {
    ...serverRow(cloud),
    ownerId: null,
    sourceTitle: null,
    accessToken: cloud.owner_token,
    owned: true,
  }
}

/** `accessToken` is scoped to the share and dies with it. */
function sharedServers(cloud: PlexCloud, account: PlexAccount | undefined): JsonRecord[] {
  return cloud.shares
    .filter(share => share.accepted_at !== null && share.invited_id === account?.id)
    .map(share => ({
      ...serverRow(cloud),
      ownerId: cloud.owner.id,
      sourceTitle: cloud.owner.username,
      accessToken: share.access_token,
      owned: false,
    }))
}

function userResource(cloud: PlexCloud, account: PlexAccount, share: PlexShare): JsonRecord {
  return {
    id: account.id,
    title: account.username,
    username: account.username,
    email: account.email,
    thumb: avatarOf(account),
    home: account.home,
    restricted: account.restricted,
    Server: [
      {
        id: share.id,
        serverId: 900,
        machineIdentifier: cloud.machine_identifier,
        name: cloud.server_name,
        numLibraries: share.section_ids.length,
        allLibraries: share.all_libraries,
        owned: true,
        pending: share.accepted_at === null,
      },
    ],
  }
}

function homeMember(account: PlexAccount): JsonRecord {
  return {
    id: account.id,
    uuid: account.uuid,
    title: account.username,
    username: account.username,
    email: account.email,
    thumb: avatarOf(account),
    home: account.home,
    restricted: account.restricted,
    admin: true,
    protected: false,
  }
}
