export type { ImportedUsers } from './imported-users.ts'
export { recordInviteEmail, recordShareEmail } from './invite-email.ts'
export { changeMethodSafely, signInMethodsOf } from './sign-in-methods.ts'
export { acceptEmail } from './user-rules.ts'
