import type { Tx } from '#db/database.ts'
import { iso } from '#kit/clock.ts'
import { sha256 } from '#kit/crypto.ts'
import { DAY_MS } from '#kit/durations.ts'
import { newSecret } from '#kit/ids.ts'
import { saveInvite } from './connect-store.ts'

/** R6 */
const LINK_MS = 7 * DAY_MS

/** Saves a new link for this person and replaces the unredeemed one. `path` follows the address of the server. */
export async function mintLink(
  tx: Tx,
  user_id: number,
  now: Date,
): Promise<{ path: string; expires_at: string }> {
  const token = newSecret('c')
  const expires_at = iso(now.getTime() + LINK_MS)
  await saveInvite(tx, { user_id, token_hash: sha256(token), created_at: iso(now), expires_at })
  return { path: `/connect?token=${token}`, expires_at }
}
