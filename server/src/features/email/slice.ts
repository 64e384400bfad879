import type { TextsOf } from '#features/person-preferences/index.ts'
import type { Platform } from '#platform/platform.ts'
import { createSmtpTransport } from '#upstreams/smtp/smtp-transport.ts'
import { createAddressConfirmation } from './confirmation/address-confirmation.ts'
import { createConfirmationPage } from './confirmation/confirmation-page.ts'
import { confirmationRoutes } from './confirmation/confirmation-routes.ts'
import { emailRoutes } from './email-routes.ts'
import { createEmailService } from './email-service.ts'

interface Needs {
  textsOf: TextsOf
}

/** The server that sends e-mail, and the confirmation of addresses that people enter for themselves. */
export function createEmailSlice(platform: Platform, { textsOf }: Needs) {
  const { server_name, base_path } = platform.config
  const transport = createSmtpTransport({ ...platform, server_name })
  const email = createEmailService({ ...platform, transport, server_name, textsOf })
  const { confirmations, confirm } = createAddressConfirmation({
    ...platform,
    email,
    server_name,
    base_path,
    textsOf,
  })
  const page = createConfirmationPage({ server_name, base_path })
  return {
    api: { sender: email.sender, confirmations },
    routes: [...emailRoutes(email), ...confirmationRoutes({ confirm, page })],
  }
}
