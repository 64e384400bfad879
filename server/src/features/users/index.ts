export type { ImportedUsers } from './imported-users.ts'
