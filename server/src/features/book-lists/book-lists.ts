import type { ListedBook } from '#ports/book-list-provider.ts'
import type { BookListParts } from './book-list-parts.ts'
import * as store from './book-list-store.ts'
import { createConnectionSecrets } from './connection-secrets.ts'
import { createConnectionService } from './connection-service.ts'
import { createDeviceFlows } from './device-flows.ts'
import { createSelections } from './selections.ts'
import { createTokenKeeper } from './token-keeper.ts'

/** Connections of book managers to the book list provider, and reads through them (1:4.4). */
export function createBookLists(parts: BookListParts) {
  const secrets = createConnectionSecrets(parts)
  const selections = createSelections(parts)
  const connections = createConnectionService({ ...parts, secrets, selections })
  const flows = createDeviceFlows({ ...parts, secrets, selections, connections })
  const keeper = createTokenKeeper({ ...parts, secrets })
  return {
    connections,
    flows,
    /** Popular books from the list that this instance is connected to. Null: it is not connected. */
    async trending(instance_id: string, signal: AbortSignal): Promise<ListedBook[] | null> {
      const connection = await store.findSelected(parts.database.read, instance_id)
      if (!connection) return null
      return keeper.withToken(connection, token => parts.provider.trending(token, signal))
    },
    /** Called with the instance whose connection changed; null: any may have changed. */
    onChanged: selections.onChanged,
    close: selections.close,
  }
}

export type BookLists = ReturnType<typeof createBookLists>
