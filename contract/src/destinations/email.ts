import { z } from 'zod'
import { MessageTest } from '../chat-notifications.ts'
import { defineRoute, type RouteDefinition } from '../route.ts'

const ofAdmin = {
  access: 'admin',
  permission: 'credentials:manage',
  path: '/api/admin/email',
  spec: '0.8 C64',
} as const satisfies Partial<RouteDefinition>

export const EMAIL_SECURITY = ['none', 'starttls', 'tls'] as const
export type EmailSecurity = (typeof EMAIL_SECURITY)[number]

/** The server that sends e-mail. */
export const EmailServer = z.object({
  enabled: z.boolean(),
  host: z.string(),
  port: z.int(),
  security: z.enum(EMAIL_SECURITY),
  username: z.string(),
  has_password: z.boolean(),
  from: z.string(),
})
export type EmailServer = z.infer<typeof EmailServer>

export const getEmailServer = defineRoute({
  ...ofAdmin,
  method: 'GET',
  summary: 'The server that sends e-mail',
  response: EmailServer,
  refusals: ['unavailable'],
})

export const putEmailServer = defineRoute({
  ...ofAdmin,
  method: 'PUT',
  summary: 'Change the server that sends e-mail; omitted fields and a blank password are kept',
  body: z
    .object({
      enabled: z.boolean(),
      host: z.string().trim().max(253),
      port: z.int().min(1).max(65_535),
      security: z.enum(EMAIL_SECURITY),
      username: z.string().trim().max(320),
      password: z.string().max(1024),
      clear_password: z.boolean(),
      from: z.string().trim().max(320),
    })
    .partial(),
  response: EmailServer,
  refusals: ['validation', 'secret_required', 'unavailable'],
})

export const postEmailTest = defineRoute({
  ...ofAdmin,
  method: 'POST',
  path: '/api/admin/email/test',
  summary: 'Send a sample e-mail with the stored settings',
  body: z.object({ to: z.string().trim().max(320) }),
  response: MessageTest,
  rate: 'email_test',
  refusals: ['validation', 'rate_limited', 'unavailable'],
})
