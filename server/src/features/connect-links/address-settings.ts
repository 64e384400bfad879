import { z } from 'zod'
import { defineSetting } from '#settings/settings.ts'

/** The start of connect and passkey links; empty when not set (1/4.12). */
export const externalAddress = defineSetting({
  key: 'external_address',
  schema: z.object({ external_url: z.string() }),
  default: { external_url: '' },
})
