import { postAccountImport } from '@foyer/contract/media-servers/account-import'
import { getMediaAccess, putMediaAccess } from '@foyer/contract/media-servers/media-access'
import * as accountRoutes from '@foyer/contract/media-servers/media-server-accounts'
import * as routes from '@foyer/contract/media-servers/media-servers'
import * as signInRoutes from '@foyer/contract/media-servers/server-sign-in'
import { postInviteEmail } from '@foyer/contract/users'
import { type Binding, bind } from '#http/bind.ts'
import { parseInput } from '#http/validation.ts'
import type { ImportAccounts } from './import/account-import.ts'
import type { EmailSharing } from './invites/email-sharing.ts'
import type { Invites } from './invites/invites.ts'
import type { MediaAccessService } from './media-access/media-access.ts'
import { readCredentials, readNewAccount } from './own-account-rules.ts'
import type { OwnAccounts } from './own-accounts.ts'
import type { ListOwnServers } from './own-servers.ts'
import type { ServerAccounts } from './server-accounts.ts'
import type { ServerSignIn } from './sign-in/server-sign-in.ts'

export interface MediaServerRouteParts {
  listOwn: ListOwnServers
  own: OwnAccounts
  invites: Pick<Invites, 'request'>
  accounts: ServerAccounts
  importAccounts: ImportAccounts
  media_access: MediaAccessService
  emails: Pick<EmailSharing, 'shareTyped'>
  sign_in: ServerSignIn
}

export function mediaServerRoutes(parts: MediaServerRouteParts): Binding[] {
  const { listOwn, own, invites, accounts, emails, sign_in } = parts
  const keyOf = ({ userID, instanceID }: { userID: number; instanceID: string }) => ({
    user_id: userID,
    instance_id: instanceID,
  })
  return [
    bind(routes.getMediaServers).to(({ caller }) => listOwn(caller)),
    bind(routes.postOwnAccount).to(async ({ caller, params, body }) => {
      await own.assertGranted(caller, params.instanceID)
      const account = readNewAccount(parseInput(routes.NewOwnAccount, body))
      return 'password' in account
        ? own.create(caller, params.instanceID, account.password)
        : invites.request(caller, params.instanceID, account.email)
    }),
    bind(routes.postAccountLink).to(async ({ caller, params, body }) => {
      await own.assertGranted(caller, params.instanceID)
      return own.link(caller, params.instanceID, readCredentials(parseInput(routes.Credentials, body)))
    }),
    bind(accountRoutes.getServerAccounts).to(() => accounts.list()),
    bind(accountRoutes.getServerUsers).to(({ params }) => accounts.usersOf(params.instanceID)),
    bind(accountRoutes.putAccountLink).to(({ caller, params, body }) =>
      accounts.link(caller, keyOf(params), body),
    ),
    bind(accountRoutes.patchAccountManagement).to(({ caller, params, body }) =>
      accounts.changeManagement(caller, keyOf(params), body.manage_access),
    ),
    bind(accountRoutes.deleteAccountLink).to(async ({ params }) => {
      await accounts.unlink(keyOf(params))
      return undefined
    }),
    bind(postAccountImport).to(({ caller, params, body }) =>
      parts.importAccounts(caller, params.instanceID, body),
    ),
    bind(getMediaAccess).to(({ params }) => parts.media_access.read(params.id)),
    bind(putMediaAccess).to(({ params, body }) => parts.media_access.change(params.id, body)),
    bind(signInRoutes.postServerSignInBegin).to(({ caller }) => sign_in.begin(caller)),
    bind(signInRoutes.postServerSignInCheck).to(({ caller, body }) => sign_in.check(caller, body.pin_id)),
    bind(postInviteEmail).to(({ caller, body }) => emails.shareTyped(caller, body.email)),
  ]
}
