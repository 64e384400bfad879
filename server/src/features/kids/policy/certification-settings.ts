import { z } from 'zod'
import { defineSetting } from '#settings/settings.ts'

const Schemes = z.record(
  z.string(),
  z.array(z.object({ certification: z.string(), meaning: z.string().exactOptional(), order: z.int() })),
)

/** C24: the last good copy of the provider's rating lists; it survives a restart. */
export const certificationCopy = defineSetting({
  key: 'certification_copy',
  schema: z.object({ lists: z.object({ movie: Schemes, tv: Schemes }), read_at: z.string() }).nullable(),
  default: null,
})
