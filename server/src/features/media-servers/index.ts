export {
  accountByRemoteId,
  type AccountRecord,
  allAccounts,
  holderOf,
  insertAccount,
} from './account-store.ts'
export { isToBeSwitchedOff } from './attempt-store.ts'
export { invitedSince } from './invites/invite-store.ts'
export { recordOf } from './own-accounts.ts'
export { createServerAccess, type MediaServers, type ServerAccess } from './server-access.ts'
