import type { IssueAuthor } from '@foyer/contract/issues/issue'
import type { Insertable } from 'kysely'
import type { Flag } from '#db/column-types.ts'
import type { Db, Tx } from '#db/database.ts'
import type { IssueMessagesTable } from '../issues-tables.ts'

export interface MessageRecord {
  id: number
  author_kind: IssueAuthor
  /** Null when the account is gone, and for agent and system. */
  author_name: string | null
  body: string
  created_at: string
  /** Not shown to the reporter. */
  is_internal: Flag
}

export async function insertMessage(tx: Tx, message: Insertable<IssueMessagesTable>): Promise<void> {
  await tx.insertInto('issue_messages').values(message).execute()
}

/** In the order in which they were written. */
export async function listMessages(
  db: Db,
  issue_id: number,
  { with_internal }: { with_internal: boolean },
): Promise<MessageRecord[]> {
  return db
    .selectFrom('issue_messages')
    .leftJoin('users', 'users.id', 'issue_messages.author_id')
    .select([
      'issue_messages.id',
      'issue_messages.author_kind',
      'users.username as author_name',
      'issue_messages.body',
      'issue_messages.created_at',
      'issue_messages.is_internal',
    ])
    .where('issue_messages.issue_id', '=', issue_id)
    .$if(!with_internal, query => query.where('issue_messages.is_internal', '=', 0))
    .orderBy('issue_messages.id')
    .execute()
}
