export type { FindLinkedSignIns } from './linked-sign-ins.ts'
export type { Argon } from './passwords.ts'
export { createCurrentCaller, findCallers } from './session-check.ts'
export type { DeviceFacts, OpenSession, SessionIssuer, SignedIn } from './session-issuer.ts'
export type { SessionOrigin } from './session-origin.ts'
export type { StatusPart } from './session-routes.ts'
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
export { createSignInThrottle } from './sign-in-throttle.ts'
export { presentAccount, type UserView } from './user-view.ts'
