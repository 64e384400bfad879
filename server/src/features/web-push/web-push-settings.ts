import { z } from 'zod'
import { defineSetting } from '#settings/settings.ts'

/** Created once; another pair would end every subscription. Null until the first browser subscribes. */
export const vapidKeys = defineSetting({
  key: 'web_push_keys',
  schema: z.object({ public_key: z.string(), private_key: z.string() }).nullable(),
  default: null,
  secret: true,
})

/** The address used by the latest subscription; sent to push services as this server's identity. */
export const webPushOrigin = defineSetting({
  key: 'web_push_origin',
  schema: z.object({ origin: z.string() }),
  default: { origin: '' },
})
