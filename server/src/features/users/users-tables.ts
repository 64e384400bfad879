import type { Generated } from 'kysely'
import type { Fixed, Flag, Time } from '#db/column-types.ts'

export interface UsersTable {
  id: Generated<number>
  username: string
  /** The username folded for comparison: unique without regard to case (1/4.1, C28). */
  username_key: string
  role: 'admin' | 'user'
  password_hash: string | null
  password_enabled: Flag
  passkey_enabled: Flag
  ai_shared_enabled: Flag
  invite_email: string
  created_at: Fixed<Time>
}

export interface UsersTables {
  users: UsersTable
}
