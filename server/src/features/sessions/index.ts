export { createDeviceWatch } from './device-watch.ts'
export type { TouchDevice } from './device-touch.ts'
export type { EverybodysDevices } from './everybodys-devices.ts'
export type { FindLinkedSignIns } from './linked-sign-ins.ts'
export type { ProvePassword } from './password-proof.ts'
export type { Argon } from './passwords.ts'
export {
  assertStillMay,
  createCurrentCaller,
  findCaller,
  findCallers,
} from './session-check.ts'
export type { DeviceFacts, OpenSession, SessionIssuer, SignedIn } from './session-issuer.ts'
export { originColumns, type SessionOrigin } from './session-origin.ts'
export {
  acceptUsername,
  hasSignInMethod,
  isSecureOrigin,
  usernameKey,
  type SignInMethods,
} from './session-rules.ts'
export {
  deleteDevice,
  deleteDevicesOf,
  existingUser,
  findLocalAdmins,
  findOldestAdmin,
  findUser,
  findUserByKey,
  insertPlainUser,
  ownerOfDevice,
  touchDevice,
  upsertDevice,
  type SessionsBegun,
  type UserRow,
} from './session-store.ts'
export type { SignInAnswer } from './sign-in-answer-routes.ts'
export { assertNoSsoRequired, type SsoRequired } from './sign-in-policy.ts'
export type { ReadStatus, StatusPart } from './sign-in-status.ts'
export { createSignInThrottle } from './sign-in-throttle.ts'
export { presentAccount, type UserView } from './user-view.ts'
