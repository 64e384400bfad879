import { z } from 'zod'
import { defineSetting } from '#settings/settings.ts'

export const imageCache = defineSetting({
  key: 'image_cache',
  schema: z.object({ enabled: z.boolean(), max_megabytes: z.int() }),
  default: { enabled: false, max_megabytes: 1024 },
})
