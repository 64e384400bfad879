export type { ImportedUsers } from './imported-users.ts'
export { recordInviteEmail } from './invite-email.ts'
export { adminSignInMethods, signInMethodsOf } from './sign-in-methods.ts'
export { acceptEmail } from './user-rules.ts'
