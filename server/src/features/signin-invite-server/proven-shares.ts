import type { Db } from '#db/database.ts'
import type { ServerAccess } from '#features/media-servers/index.ts'
import { mapConcurrently } from '#kit/map-concurrently.ts'
import type { RemoteAccount } from '#ports/media-server.ts'

/** Servers that are read at the same time. */
const AT_ONCE = 8

/** The share of somebody on one of our invite servers, or its owner. */
export interface ProvenShare {
  instance_id: string
  remote: RemoteAccount
}

/**
 * The accepted shares of an account, and the servers it owns, read now. Found by the provider's id of the account only:
 * an address may be unconfirmed. Throws when any server cannot be read, because a share there would be missed.
 */
export async function readProvenShares(
  access: Pick<ServerAccess, 'inviteServers' | 'listAccounts'>,
  db: Db,
  account_id: string,
): Promise<ProvenShare[]> {
  const servers = await access.inviteServers(db)
  const found = await mapConcurrently(servers, AT_ONCE, async instance => {
    const all = await access.listAccounts(instance)
    return all
      .filter(remote => remote.provider_id === account_id && !remote.pending)
      .map(remote => ({ instance_id: instance.id, remote }))
  })
  return found.flat()
}
