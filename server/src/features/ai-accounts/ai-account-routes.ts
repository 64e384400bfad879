import * as routes from '@foyer/contract/assistant/ai-settings'
import { type Binding, bind } from '#http/bind.ts'
import type { PersonalAccounts } from './personal-accounts.ts'
import type { AiAccounts } from './ai-accounts.ts'

export function aiAccountRoutes(
  available: (user_id: number) => ReturnType<AiAccounts['availabilityOf']>,
  personal: PersonalAccounts,
): Binding[] {
  return [
    bind(routes.getAiAvailable).to(({ caller }) => available(caller.user_id)),
    bind(routes.getAiSettings).to(({ caller }) => personal.present(caller.user_id)),
    bind(routes.putAiSettings).to(({ caller, body, leaving }) => personal.select(caller, body, leaving())),
    bind(routes.deleteAiSettings).to(({ caller }) => personal.clear(caller)),
    bind(routes.putAiCredential).to(({ caller, params, body, leaving }) =>
      personal.saveKey(caller, params.provider, body, leaving()),
    ),
    bind(routes.deleteAiCredential).to(({ caller, params }) => personal.deleteKey(caller, params.provider)),
  ]
}
