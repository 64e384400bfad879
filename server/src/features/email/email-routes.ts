import * as routes from '@foyer/contract/destinations/email'
import { type Binding, bind } from '#http/bind.ts'
import type { EmailService } from './email-service.ts'

export function emailRoutes(email: EmailService): Binding[] {
  return [
    bind(routes.getEmailServer).to(() => email.present()),
    bind(routes.putEmailServer).to(({ body }) => email.save(body)),
    bind(routes.postEmailTest).to(({ caller, body, leaving }) =>
      email.test(caller.user_id, body.to, leaving()),
    ),
  ]
}
