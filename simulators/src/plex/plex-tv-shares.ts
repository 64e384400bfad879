import { type Answer, empty, json, Refused, type SimRequest } from '../kit/answer.ts'
import { asRecord, type JsonRecord, numberIn, numbersIn, textIn } from '../kit/json.ts'
import type { SimServer } from '../kit/sim-server.ts'
import { isoSecond } from '../kit/time.ts'
import { plexError, plexStatus, xml } from './plex-answers.ts'
import type { PlexAccount, PlexCloud, PlexShare } from './plex-cloud.ts'
import { accountOf, isOwnServer } from './plex-tv-servers.ts'
import { avatarOf } from './plex-tv-sign-in.ts'

const SETTINGS = {
  allowSync: false,
  allowCameraUpload: false,
  allowChannels: false,
  allowTuners: 0,
  allowSubtitleAdmin: false,
  filterAll: null,
  filterMovies: '',
  filterMusic: '',
  filterPhotos: '',
  filterTelevision: '',
}

/** Shares and invites, by the owner's token (plex.md, same heading). */
export function routeShares(server: SimServer, cloud: PlexCloud): void {
  const owned = (request: SimRequest, accepted: boolean) => {
    if (accountOf(cloud, request) !== cloud.owner) return []
    return cloud.shares.filter(share => (share.accepted_at !== null) === accepted)
  }
  const rows = (shares: PlexShare[]) => json(shares.map(share => shareResource(cloud, share)))

  server.route('GET /api/v2/shared_servers/owned/accepted', request => rows(owned(request, true)))
  server.route('GET /api/v2/shared_servers/owned/pending', request => rows(owned(request, false)))
  server.route('GET /api/v2/shared_servers/invites/owned/pending', request =>
    json(
      owned(request, false).map(share => ({
        id: share.id,
        invited: invitedResource(cloud, share),
        invitedEmail: share.invited_email,
        sharedServers: [shareResource(cloud, share)],
      })),
    ),
  )
  server.route('POST /api/v2/shared_servers', request => {
    const body = asRecord(request.body)
    if (accountOf(cloud, request) !== cloud.owner) return plexError(1001)
    if (textIn(body, 'machineIdentifier') !== cloud.machine_identifier) return plexError(1002)
    const invited = textIn(body, 'invitedEmail') ?? numberIn(body, 'invitedId') ?? ''
    const share = cloud.addShare(invited, numbersIn(body, 'librarySectionIds'))
    return json(shareResource(cloud, share), 201)
  })
  server.route('POST /api/v2/shared_servers/:id', request =>
    change(cloud, request, numbersIn(asRecord(request.body), 'librarySectionIds')),
  )
  server.route('DELETE /api/v2/shared_servers/:id', request => remove(cloud, request))
  // Ends the friendship altogether, whatever was shared.
  server.route('DELETE /api/v2/sharings/:id', request => {
    if (accountOf(cloud, request) !== cloud.owner) return plexError(1001)
    const id = Number(request.params['id'])
    cloud.shares.splice(0, cloud.shares.length, ...cloud.shares.filter(share => share.invited_id !== id))
    return empty(204)
  })
  routeInvitee(server, cloud)
  routeVersionOne(server, cloud)
  for (const path of ['/api/invites/requested', '/api/invites/requests', '/api/v2/friends']) {
    server.route(`GET ${path}`, () => plexStatus(410))
  }
}

function find(cloud: PlexCloud, request: SimRequest): PlexShare {
  const share = cloud.shares.find(one => one.id === Number(request.params['id']))
  if (!share || accountOf(cloud, request) !== cloud.owner) throw new Refused(plexError(1002))
  return share
}

function change(cloud: PlexCloud, request: SimRequest, sectionIds: readonly number[]): Answer {
  const share = find(cloud, request)
  share.section_ids = cloud.sections.map(section => section.id).filter(id => sectionIds.includes(id))
  share.all_libraries = false
  return json(shareResource(cloud, share))
}

function remove(cloud: PlexCloud, request: SimRequest): Answer {
  cloud.shares.splice(cloud.shares.indexOf(find(cloud, request)), 1)
  return empty(204)
}

function routeInvitee(server: SimServer, cloud: PlexCloud): void {
  const mine = (request: SimRequest) =>
    cloud.shares.filter(
      share => share.accepted_at === null && share.invited_id === accountOf(cloud, request)?.id,
    )
  server.route('GET /api/v2/shared_servers/invites/received/pending', request =>
    json(
      mine(request).map(share => ({
        id: share.id,
        owner: ownerResource(cloud.owner),
        sharedServers: [shareResource(cloud, share)],
      })),
    ),
  )
  server.route('POST /api/v2/shared_servers/:id/accept', request => {
    const share = mine(request).find(one => one.id === Number(request.params['id']))
    if (!share) return plexError(1002)
    cloud.acceptShare(share.id)
    return json(shareResource(cloud, share))
  })
}

/** The first version of the same routes: XML whatever is asked. */
function routeVersionOne(server: SimServer, cloud: PlexCloud): void {
  const path = '/api/servers/:machine/shared_servers'
  const container = (shares: PlexShare[]) =>
    xml('MediaContainer', {
      friendlyName: 'myPlex',
      identifier: 'com.plexapp.plugins.myplex',
      machineIdentifier: cloud.machine_identifier,
      size: shares.length,
      SharedServer: shares.map(share => sharedServer(cloud, share)),
    })
  server.route(`GET ${path}`, request => {
    if (!isOwnServer(cloud, request)) return plexError(1002)
    return container(cloud.shares.filter(share => share.accepted_at !== null))
  })
  server.route(`POST ${path}`, request => {
    if (!isOwnServer(cloud, request)) return plexError(1002)
    const own = asRecord(asRecord(request.body)['shared_server'])
    const invited = textIn(own, 'invited_email') ?? numberIn(own, 'invited_id') ?? ''
    return container([cloud.addShare(invited, numbersIn(own, 'library_section_ids'))])
  })
  server.route(`PUT ${path}/:id`, request => {
    const own = asRecord(asRecord(request.body)['shared_server'])
    change(cloud, request, numbersIn(own, 'library_section_ids'))
    return container([find(cloud, request)])
  })
  server.route(`DELETE ${path}/:id`, request => {
    remove(cloud, request)
    return empty(200)
  })
}

function invitedResource(cloud: PlexCloud, share: PlexShare): JsonRecord | null {
  const account = cloud.accounts.get(share.invited_id ?? 0)
  if (!account) return null
  return {
    id: account.id,
    uuid: account.uuid,
    title: account.username,
    username: account.username,
    email: account.email,
    friendlyName: account.friendly_name,
    thumb: avatarOf(account),
    home: account.home,
    status: share.accepted_at === null ? 'pending' : 'accepted',
    restricted: account.restricted,
  }
}

function ownerResource(owner: PlexAccount): JsonRecord {
  return { id: owner.id, username: owner.username, title: owner.username }
}

function shareResource(cloud: PlexCloud, share: PlexShare): JsonRecord {
  return {
    id: share.id,
    name: cloud.server_name,
    ownerId: cloud.owner.id,
    invitedId: share.invited_id,
    invitedEmail: share.invited_email,
    serverId: 900,
    accepted: share.accepted_at !== null,
    owned: true,
    inviteToken: share.invite_token,
    machineIdentifier: cloud.machine_identifier,
    lastSeenAt: isoSecond(cloud.now()),
    numLibraries: share.section_ids.length,
    allLibraries: share.all_libraries,
    acceptedAt: share.accepted_at === null ? null : isoSecond(share.accepted_at),
    deletedAt: null,
    leftAt: null,
    searchEnabled: true,
    invited: invitedResource(cloud, share),
    owner: ownerResource(cloud.owner),
    libraries: cloud.sections.filter(section => share.section_ids.includes(section.id)),
    sharingSettings: SETTINGS,
  }
}

function sharedServer(cloud: PlexCloud, share: PlexShare): JsonRecord {
  const account = cloud.accounts.get(share.invited_id ?? 0)
  return {
    id: share.id,
    username: account?.username ?? '',
    email: share.invited_email,
    userID: share.invited_id ?? share.invited_email,
    accessToken: share.access_token,
    name: cloud.server_name,
    acceptedAt: share.accepted_at === null ? null : Math.round(share.accepted_at / 1000),
    invitedAt: Math.round(share.created_at / 1000),
    allowSync: false,
    allowCameraUpload: false,
    allowChannels: false,
    allLibraries: share.all_libraries,
    owned: false,
    Section: cloud.sections.map(section => ({ ...section, shared: share.section_ids.includes(section.id) })),
  }
}
