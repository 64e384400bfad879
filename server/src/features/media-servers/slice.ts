import type { AppPreferences } from '#features/app-preferences/index.ts'
import type { ConnectLinks } from '#features/connect-links/index.ts'
import type { DiscoverScreen } from '#features/discover-screen/index.ts'
import type { AdoptInstance, Grants, Inventory, ShareLibraries } from '#features/instances/index.ts'
import type { TitleGate } from '#features/kids/index.ts'
import type { Alerts } from '#features/notifications/index.ts'
import { createCurrentCaller } from '#features/sessions/index.ts'
import type { ImportedUsers } from '#features/users/index.ts'
import { createExclusive } from '#jobs/exclusive.ts'
import { iso } from '#kit/clock.ts'
import type { Platform } from '#platform/platform.ts'
import type { AudiobookLookup } from '#ports/audiobook-lookup.ts'
import type { PersonalAccount } from '#ports/owner-account.ts'
import { createBookManagerAudiobooks } from '#upstreams/book-manager/book-manager-audiobooks.ts'
import { accountsOfInstance, accountsOfUser, markOwed } from './account-store.ts'
import { createAccountSweep } from './account-sweep.ts'
import { createAccountSync } from './account-sync.ts'
import { saveRemovals } from './attempt-store.ts'
import { createAccountImport } from './import/account-import.ts'
import { createEmailSharing } from './invites/email-sharing.ts'
import type { InviteIdentities } from './invite-identities.ts'
import { createInvites } from './invites/invites.ts'
import { createLegacyInviteServer } from './invites/legacy-invite-server.ts'
import { latestRoutes } from './latest/latest-routes.ts'
import { createLatest, type LatestOfServers, type LatestParts } from './latest/latest-service.ts'
import { listenRoutes } from './listen/listen-routes.ts'
import { createListen } from './listen/listen-service.ts'
import type { BookRecordsOf } from './listen/listen-source.ts'
import { createMediaAccess } from './media-access/media-access.ts'
import { mediaServerRoutes } from './media-server-routes.ts'
import { createOwnAccounts } from './own-accounts.ts'
import { createOwnServers } from './own-servers.ts'
import { createRemovals } from './removals.ts'
import { createServerAccess, type MediaServers } from './server-access.ts'
import { createServerAccounts } from './server-accounts.ts'
import { createServerSignIn } from './sign-in/server-sign-in.ts'
import { watchRoutes } from './watch/watch-routes.ts'
import { createWatch, type TitleLookups } from './watch/watch-service.ts'

interface Needs {
  inventory: Inventory
  grants: Grants
  adopt: AdoptInstance
  shareLibraries: ShareLibraries
  alerts: Alerts
  preferences: AppPreferences
  links: ConnectLinks
  imported: ImportedUsers
  media_servers: MediaServers
  personal_accounts: PersonalAccount
  invite_identities: InviteIdentities
  kids: TitleGate
  screen: Pick<DiscoverScreen, 'details'>
  title_gate: LatestParts['title_gate']
  hidden_titles: LatestParts['hidden_titles']
  discovery: LatestParts['discovery']
  languageOf: LatestParts['languageOf']
  latest_titles: LatestOfServers
  title_lookups: TitleLookups
  bookRecords: BookRecordsOf
  audiobook_lookup: AudiobookLookup
}

/** Accounts on media servers: made, linked, and kept in line with the grants. */
export function createMediaServersSlice(platform: Platform, needs: Needs) {
  const { database, hooks, clock, events } = platform
  const access = createServerAccess({ ...platform, inventory: needs.inventory, servers: needs.media_servers })
  const exclusive = createExclusive(platform)
  const currentCaller = createCurrentCaller(database)
  const sync = createAccountSync({ ...platform, access, exclusive })
  const switchOff = createRemovals({ database, access })
  const unlinked = hooks.accountUnlinked.run
  const parts = { ...platform, ...needs, access, sync, switchOff, exclusive, currentCaller, unlinked }
  const invites = createInvites(parts)
  const sweep = createAccountSweep({ ...parts, invites })
  const emails = createEmailSharing({ ...parts, invites })
  const sign_in = createServerSignIn({
    ...parts,
    emails,
    accounts: needs.personal_accounts,
    registerSecret: platform.scrubber.register,
  })
  const legacy = createLegacyInviteServer({ ...parts, plex_tv_url: platform.config.plex_tv_url })
  const audiobook_records = createBookManagerAudiobooks(platform.outbound.internal)

  hooks.userRemoved.on('media-servers', async (tx, user_id) => {
    const managed = (await accountsOfUser(tx, user_id)).filter(one => one.manage_access)
    const created_at = iso(clock.now())
    await saveRemovals(
      tx,
      managed.map(({ instance_id, remote_user_id }) => ({ instance_id, remote_user_id, created_at })),
    )
    if (managed.length > 0) await sweep.wake(tx)
  })
  hooks.grantsChanged.on('media-servers', async (tx, changes) => {
    for (const { user_id, instance_id, granted } of changes) {
      const instance = await access.find(tx, instance_id)
      if (!instance) continue
      for (const key of await markOwed(tx, instance_id, [user_id])) await sync.enqueue(tx, key)
      if (!granted) continue
      const { name, service_type } = instance
      const kind = service_type === 'invite_server' ? 'invite' : 'account'
      if (kind === 'invite') await invites.enqueue(tx, { user_id, instance_id })
      const type = 'media_server_access'
      const audience = { to: 'users', user_ids: [user_id] } as const
      await events.publish(tx, { type, data: { instance_id, name, kind } }, audience)
      await needs.alerts.raise(tx, { type, audience, data: { instance_id, instance_name: name } })
    }
  })
  hooks.sharedLibrariesChanged.on('media-servers', async (tx, instance_id) => {
    const accounts = await accountsOfInstance(tx, instance_id)
    await markOwed(
      tx,
      instance_id,
      accounts.map(account => account.user_id),
    )
  })
  hooks.sharedLibrariesSaved.on('media-servers', sync.syncInstance)

  return {
    api: {},
    routes: [
      ...mediaServerRoutes({
        listOwn: createOwnServers(parts),
        own: createOwnAccounts(parts),
        invites,
        accounts: createServerAccounts(parts),
        importAccounts: createAccountImport(parts),
        media_access: createMediaAccess(parts),
        emails,
        sign_in,
      }),
      ...watchRoutes(createWatch(parts)),
      ...latestRoutes(createLatest(parts)),
      ...listenRoutes(createListen({ ...parts, audiobook_records })),
    ],
    async start() {
      await legacy.migrate()
      await sweep.schedule()
    },
  }
}
