import type { Db, Tx } from '#db/database.ts'
import type { SentLink } from './confirmation-rules.ts'

interface Recipient {
  owner_id: number
  address_hash: string
}

/** The links since then to this address or for this person. */
export async function listSentLinks(
  db: Db,
  { owner_id, address_hash }: Recipient,
  since: string,
): Promise<SentLink[]> {
  const rows = await db
    .selectFrom('confirmation_mails')
    .selectAll()
    .where('sent_at', '>', since)
    .where(eb => eb.or([eb('owner_id', '=', owner_id), eb('address_hash', '=', address_hash)]))
    .execute()
  return rows.map(row => ({
    sent_at: row.sent_at,
    is_same_address: row.address_hash === address_hash,
    is_same_person: row.owner_id === owner_id,
  }))
}

export async function insertSentLink(
  tx: Tx,
  link: Recipient & { id: string; sent_at: string },
): Promise<void> {
  await tx.insertInto('confirmation_mails').values(link).execute()
}

/** One that will be sent later does not count. One that was refused does: nobody tries out addresses from here. */
export async function deleteSentLink(tx: Tx, id: string): Promise<void> {
  await tx.deleteFrom('confirmation_mails').where('id', '=', id).execute()
}

export async function deleteSentLinksBefore(tx: Tx, time: string): Promise<void> {
  await tx.deleteFrom('confirmation_mails').where('sent_at', '<=', time).execute()
}

export async function isKnownLink(db: Db, hash: string): Promise<boolean> {
  const row = await db
    .selectFrom('destinations')
    .select('id')
    .where('confirm_hash', '=', hash)
    .executeTakeFirst()
  return row !== undefined
}
