import { z } from 'zod'
import { defineSetting } from '#settings/settings.ts'

export const SavedProxy = z.object({
  enabled: z.boolean(),
  url: z.string(),
  username: z.string(),
  password: z.string(),
  no_proxy: z.array(z.string()),
})
export type SavedProxy = z.infer<typeof SavedProxy>

/** Sealed as a whole: where a proxy stands and who uses it is nobody's business either. */
export const outboundProxy = defineSetting({
  key: 'outbound_proxy',
  schema: SavedProxy,
  default: { enabled: false, url: '', username: '', password: '', no_proxy: [] },
  secret: true,
})
