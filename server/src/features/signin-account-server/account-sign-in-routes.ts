import * as routes from '@foyer/contract/sign-in/account-sign-in'
import type { Database } from '#db/database.ts'
import type { SignInAnswer } from '#features/sessions/index.ts'
import { type Binding, bind } from '#http/bind.ts'
import type { AccountSignInConfig } from './account-sign-in-config.ts'
import type { PasswordSignIn } from './password-sign-in.ts'
import { CHECK_SECONDS, type QuickConnectSignIn } from './quick-connect.ts'
import type { QuickConnectOffers } from './quick-connect-offers.ts'

export interface AccountSignInRouteParts {
  database: Database
  config: AccountSignInConfig
  offers: Pick<QuickConnectOffers, 'refresh'>
  signIn: PasswordSignIn
  quick_connect: QuickConnectSignIn
  answer: SignInAnswer
}

export function accountSignInRoutes(parts: AccountSignInRouteParts): Binding[] {
  const { database, config, offers, signIn, quick_connect, answer } = parts
  return [
    bind(routes.getAccountSignIn).to(() => config.read(database.read)),
    bind(routes.putAccountSignIn).to(async ({ body }) => {
      const saved = await config.change(body)
      // So that the next status knows the answers.
      await offers.refresh((await config.offered(database.read)) ?? [])
      return saved
    }),
    bind(routes.postAccountServerSignIn).to(async ({ body, facts }) => {
      const { instance_id, username, password, ...device } = body
      const device_facts = { ...device, user_agent: facts.user_agent }
      return answer(await signIn({ instance_id, username, password }, device_facts), facts.origin)
    }),
    bind(routes.postQuickConnectBegin).to(({ body }) => {
      const { instance_id, ...device } = body
      return quick_connect.begin(instance_id, device)
    }),
    bind(routes.postQuickConnectCheck).to(async ({ body, facts }) => {
      const signed_in = await quick_connect.check(body.flow, facts.user_agent)
      return signed_in ? answer(signed_in, facts.origin) : { status: 'pending', interval: CHECK_SECONDS }
    }),
  ]
}
