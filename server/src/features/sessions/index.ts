export { createAccessTokens } from './access-tokens.ts'
export { ownDeviceRoutes } from './own-device-routes.ts'
export { createOwnDevices } from './own-devices.ts'
export { type Argon, createPasswords } from './passwords.ts'
export { createCurrentCaller, createSessionCheck, findCallers } from './session-check.ts'
export { createSessionIssuer, type DeviceFacts, type SessionIssuer, type SignedIn } from './session-issuer.ts'
export { sessionRoutes } from './session-routes.ts'
export { acceptUsername, hasWayIn, isSecureOrigin, usernameKey, type WaysIn } from './session-rules.ts'
export { createSessionService } from './session-service.ts'
export {
  deleteDevicesOf,
  findOldestAdmin,
  findUser,
  findUserByKey,
  insertPlainUser,
  type UserRow,
} from './session-store.ts'
export { createSignInAnswer, type SignInAnswer } from './sign-in-answer-routes.ts'
export { createSignInThrottle } from './sign-in-throttle.ts'
export { assertNoSsoRequired, type SsoRequired } from './sign-in-policy.ts'
export { createUserView, type FindLinks, presentAccount, type UserView } from './user-view.ts'
