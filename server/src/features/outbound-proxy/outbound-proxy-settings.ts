import { z } from 'zod'
import { defineSetting } from '#settings/settings.ts'

export const SavedProxy = z.object({
  enabled: z.boolean(),
  url: z.string(),
  username: z.string(),
  password: z.string(),
  /** C67: the only origin that the password may go to; empty: that of `url`. It outlives a removed `url`. */
  password_origin: z.string().default(''),
  no_proxy: z.array(z.string()),
})
export type SavedProxy = z.infer<typeof SavedProxy>

/** Sealed as a whole: where a proxy stands and who uses it is nobody's business either. */
export const outboundProxy = defineSetting({
  key: 'outbound_proxy',
  schema: SavedProxy,
  default: { enabled: false, url: '', username: '', password: '', password_origin: '', no_proxy: [] },
  secret: true,
})
