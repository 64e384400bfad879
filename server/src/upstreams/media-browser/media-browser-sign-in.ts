import { z } from 'zod'
import type { Connection } from '#ports/instance-connection.ts'
import { AccountRefused, type RemoteAccount } from '#ports/media-server.ts'
import type { MediaBrowserClient } from './media-browser-client.ts'
import { accountOf, isRefused, readUser } from './media-browser-users.ts'

/** The answer to every kind of sign-in. */
export const SignedIn = z.object({ User: z.object({ Id: z.string() }), AccessToken: z.string() })

/** Closes the session that proved an account, and reads the account. */
export async function provenAccount(
  client: MediaBrowserClient,
  connection: Connection,
  { User: { Id }, AccessToken }: z.output<typeof SignedIn>,
  signal: AbortSignal,
): Promise<RemoteAccount> {
  const call = { method: 'POST', path: '/Sessions/Logout', token: AccessToken, idempotent: true } as const
  // A session that could not be closed does nothing and ends by itself.
  await client.send(connection, call).catch(() => undefined)
  // With the server's key: what the session said of itself may have changed meanwhile.
  const user = await readUser(client, connection, Id, signal)
  if (!user || isRefused(user)) throw new AccountRefused('account_refused')
  return accountOf(user)
}
