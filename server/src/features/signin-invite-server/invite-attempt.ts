import { ToolAuthorization } from '@foyer/contract/sign-in/sign-in-flow'
import { z } from 'zod'

/** What the proven account is for. */
const Purpose = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('sign_in'),
    device_name: z.string().optional(),
    hardware_id: z.string().optional(),
  }),
  /** Of the session that began it. */
  z.object({ kind: z.literal('link'), user_id: z.int(), device_id: z.string() }),
  z.object({ kind: z.literal('mcp'), oauth: ToolAuthorization }),
])
export type Purpose = z.infer<typeof Purpose>

/** Kept sealed. The provider's token is not among it: the account is proven at once, and the token ended. */
export const InviteAttempt = z.object({
  purpose: Purpose,
  challenge: z.string(),
  /** Null until the provider made one. */
  pin: z.object({ id: z.string(), code: z.string(), url: z.string() }).nullable(),
  /** When the provider was last polled, by whichever process; null: never. */
  polled_at: z.string().nullable(),
  /** Whether the last poll failed. */
  failed: z.boolean(),
  /** Set once the person approved. */
  proven: z
    .object({
      account: z.object({ id: z.string(), username: z.string(), email: z.string() }),
      /** What the exchange must present. */
      code: z.string(),
    })
    .nullable(),
})
export type InviteAttempt = z.infer<typeof InviteAttempt>
