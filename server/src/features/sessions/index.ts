export { createDeviceWatch } from './devices/device-watch.ts'
export type { TouchDevice } from './devices/device-touch.ts'
export type { EverybodysDevices } from './devices/everybodys-devices.ts'
export type { FindLinkedSignIns } from './sign-in/linked-sign-ins.ts'
export type { ProvePassword } from './password/password-proof.ts'
export type { Argon } from './password/passwords.ts'
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
export type { SignInAnswer } from './sign-in/sign-in-answer-routes.ts'
export { assertNoSsoRequired, type SsoRequired } from './sign-in/sign-in-policy.ts'
export type { ReadStatus, StatusPart } from './sign-in/sign-in-status.ts'
export { createSignInThrottle } from './sign-in/sign-in-throttle.ts'
export { presentAccount, type UserView } from './user-view.ts'
