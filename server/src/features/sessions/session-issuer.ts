import type { TokenResponse } from '@foyer/contract/sessions/sessions'
import type { Database, Tx } from '#db/database.ts'
import { type Clock, iso } from '#kit/clock.ts'
import { sha256 } from '#kit/crypto.ts'
import { newId, newSecret } from '#kit/ids.ts'
import { ACCESS_TOKEN_SECONDS, type AccessTokens } from './access-tokens.ts'
import { originColumns, type SessionOrigin } from './session-origin.ts'
import { nameDevice } from './session-rules.ts'
import { upsertDevice, type UserRow } from './session-store.ts'
import type { UserView } from './user-view.ts'

export interface DeviceFacts {
  device_name?: string | undefined
  hardware_id?: string | undefined
  user_agent: string
}

/** A token response and the value of the image cookie that goes with it (R14). */
export interface SignedIn {
  tokens: TokenResponse
  image_token: string
}

export interface OpenSession {
  user: UserRow
  device_id: string
  refresh_token: string
}

export interface SessionIssuer {
  /** Writes the device inside the caller's transaction; only the response contains its refresh token. */
  open(tx: Tx, user: UserRow, facts: DeviceFacts, origin: SessionOrigin): Promise<OpenSession>
  /** Creates the tokens once the session is committed. */
  complete(session: OpenSession): Promise<SignedIn>
}

/** The last step of every sign-in method: a device row, and the common token response (1/4.1). */
export function createSessionIssuer(deps: {
  database: Database
  clock: Clock
  tokens: AccessTokens
  view: UserView
}): SessionIssuer {
  const { database, clock, tokens, view } = deps
  return {
    async open(tx, user, facts, origin) {
      const refresh_token = newSecret('r')
      const now = iso(clock.now())
      const device_id = await upsertDevice(tx, {
        id: newId('d'),
        user_id: user.id,
        device_name: nameDevice(facts.device_name, facts.user_agent),
        hardware_id: facts.hardware_id?.trim() || null,
        kind: 'app',
        refresh_hash: sha256(refresh_token),
        created_at: now,
        last_seen_at: now,
        ...originColumns(origin),
      })
      return { user, device_id, refresh_token }
    },
    async complete({ user, device_id, refresh_token }) {
      return {
        tokens: {
          access_token: await tokens.mint(user.id, device_id),
          token_type: 'Bearer',
          expires_in: ACCESS_TOKEN_SECONDS,
          refresh_token,
          device_id,
          user: await view.present(database.read, user),
        },
        image_token: await tokens.mintImageToken(device_id),
      }
    },
  }
}
