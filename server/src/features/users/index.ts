export type { ImportedUsers } from './imported-users.ts'
export { recordInviteEmail } from './invite-email.ts'
export { acceptEmail } from './user-rules.ts'
