import { z } from 'zod'
import { defineSetting } from '#settings/settings.ts'

/** Made once; another pair would end every subscription there is. Null until the first browser asks. */
export const vapidKeys = defineSetting({
  key: 'web_push_keys',
  schema: z.object({ public_key: z.string(), private_key: z.string() }).nullable(),
  default: null,
  secret: true,
})

/** The address under which a browser last subscribed; push services are told whose server this is. */
export const webPushOrigin = defineSetting({
  key: 'web_push_origin',
  schema: z.object({ origin: z.string() }),
  default: { origin: '' },
})
