import type { Platform } from '#platform/platform.ts'
import { createSmtpTransport } from '#upstreams/smtp/smtp-transport.ts'
import { emailRoutes } from './email-routes.ts'
import { createEmailService } from './email-service.ts'

/** The server that sends e-mail. */
export function createEmailSlice(platform: Platform) {
  const { server_name } = platform.config
  const transport = createSmtpTransport({ ...platform, server_name })
  const email = createEmailService({ ...platform, transport, server_name })
  return { api: { sender: email.sender, isReady: email.isReady }, routes: emailRoutes(email) }
}
