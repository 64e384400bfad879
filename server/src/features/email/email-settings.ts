import { EMAIL_SECURITY } from '@foyer/contract/destinations/email'
import { z } from 'zod'
import { defineSetting } from '#settings/settings.ts'

export const SavedEmail = z.object({
  enabled: z.boolean(),
  host: z.string(),
  port: z.int(),
  security: z.enum(EMAIL_SECURITY),
  username: z.string(),
  password: z.string(),
  /** C67: the only origin the password may be sent to. It outlives a removed host. */
  password_origin: z.string(),
  from: z.string(),
})
export type SavedEmail = z.infer<typeof SavedEmail>

/** Sealed as a whole: host and user name are private too. */
export const emailServer = defineSetting({
  key: 'email_server',
  schema: SavedEmail,
  default: {
    enabled: false,
    host: '',
    port: 587,
    security: 'starttls',
    username: '',
    password: '',
    password_origin: '',
    from: '',
  },
  secret: true,
})
