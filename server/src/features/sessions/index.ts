export type { FindLinkedSignIns } from './linked-sign-ins.ts'
export type { Argon } from './passwords.ts'
export { createCurrentCaller, findCallers } from './session-check.ts'
export type { DeviceFacts, SessionIssuer, SignedIn } from './session-issuer.ts'
export type { SessionOrigin } from './session-origin.ts'
export {
  acceptUsername,
  hasSignInMethod,
  isSecureOrigin,
  usernameKey,
  type SignInMethods,
} from './session-rules.ts'
export {
  deleteDevicesOf,
  findLocalAdmins,
  findOldestAdmin,
  findUser,
  findUserByKey,
  insertPlainUser,
  type SessionsBegun,
  type UserRow,
} from './session-store.ts'
export type { SignInAnswer } from './sign-in-answer-routes.ts'
export { assertNoSsoRequired, type SsoRequired } from './sign-in-policy.ts'
export { presentAccount, type UserView } from './user-view.ts'
