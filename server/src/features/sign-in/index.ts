export { type Attempt, type Attempts, createAttempts } from './attempts.ts'
export { provesChallenge } from './challenge.ts'
export { freeUsername } from './free-username.ts'
export {
  deleteIdentities,
  findIdentity,
  identitiesOf,
  type Identity,
  identitiesOfProvider,
  insertIdentity,
  linkedProviders,
  usersLinkedTo,
} from './identity-store.ts'
export { createProviderSignOut } from './provider-sign-out.ts'
export type { ToolClients } from './tool-clients.ts'
