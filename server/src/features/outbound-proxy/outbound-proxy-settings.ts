import { z } from 'zod'
import { defineSetting } from '#settings/settings.ts'

export const SavedProxy = z.object({
  enabled: z.boolean(),
  url: z.string(),
  username: z.string(),
  password: z.string(),
  /** C67: the only origin the password may be sent to; empty: that of `url`. It outlives a removed `url`. */
  password_origin: z.string().default(''),
  no_proxy: z.array(z.string()),
})
export type SavedProxy = z.infer<typeof SavedProxy>

/** Sealed as a whole: the address and the user name are private too. */
export const outboundProxy = defineSetting({
  key: 'outbound_proxy',
  schema: SavedProxy,
  default: { enabled: false, url: '', username: '', password: '', password_origin: '', no_proxy: [] },
  secret: true,
})
