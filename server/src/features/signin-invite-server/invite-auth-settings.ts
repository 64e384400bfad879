import { z } from 'zod'
import { defineSetting } from '#settings/settings.ts'

/** 2:4.3: both are off until an admin turns them on. */
export const inviteAuthSettings = defineSetting({
  key: 'invite_auth',
  schema: z.object({ enabled: z.boolean(), auto_create: z.boolean() }),
  default: { enabled: false, auto_create: false },
})
