import type { Database } from '#db/database.ts'
import {
  createSignInThrottle,
  type DeviceFacts,
  type SessionIssuer,
  type SignedIn,
} from '#features/sessions/index.ts'
import type { Clock } from '#kit/clock.ts'
import { MINUTE_MS } from '#kit/durations.ts'
import { AccountRefused, type RemoteAccount } from '#ports/media-server.ts'
import { type AccountServerRecord, type AccountServers, asSignInRefusal } from './account-servers.ts'
import type { OpenAccountSession } from './account-sessions.ts'
import type { AccountSignInConfig } from './account-sign-in-config.ts'

/** C62: five failed tries per instance and remote name in 15 minutes. */
const LIMITS = { attempts: 5, window_ms: 15 * MINUTE_MS, many: 3 }

interface Credentials {
  instance_id: string
  username: string
  password: string
}

/** The servers compare names without case. More spellings may share a limit here than there, never fewer. */
function foldedName(name: string): string {
  return name.normalize('NFC').trim().toUpperCase()
}

/** Signing in with name and password of a video server's account. The password is sent there once and never kept. */
export function createPasswordSignIn(parts: {
  database: Database
  clock: Clock
  config: AccountSignInConfig
  servers: AccountServers
  openSession: OpenAccountSession
  issuer: SessionIssuer
}) {
  const { database, clock, config, servers, openSession, issuer } = parts
  const throttle = createSignInThrottle(clock, { ...LIMITS, keyOf: name => name })

  const prove = (
    instance: AccountServerRecord,
    { username, password }: Credentials,
  ): Promise<RemoteAccount> =>
    servers.call(instance, (server, connection, signal) =>
      server.authenticate(connection, { username, password }, signal),
    )

  return async function signIn(credentials: Credentials, facts: DeviceFacts): Promise<SignedIn> {
    const { instance } = await config.assertOffered(database.read, credentials.instance_id)
    const attempt = throttle.begin(JSON.stringify([instance.id, foldedName(credentials.username)]))
    try {
      const remote = await prove(instance, credentials)
      const session = await openSession({ instance_id: instance.id, remote, facts })
      attempt.succeeded()
      return await issuer.complete(session)
    } catch (error) {
      // Only what the server refused is a failed try; a server that is away has said nothing about the password.
      if (error instanceof AccountRefused) attempt.failed()
      else attempt.abandoned()
      throw asSignInRefusal(error)
    }
  }
}

export type PasswordSignIn = ReturnType<typeof createPasswordSignIn>
