import type { Fixed, Time } from '#db/column-types.ts'

/** A link that was sent to confirm an address: rows of the last hour are counted. */
export interface ConfirmationMailsTable {
  id: Fixed<string>
  owner_id: Fixed<number>
  address_hash: Fixed<string>
  sent_at: Fixed<Time>
}

export interface EmailTables {
  confirmation_mails: ConfirmationMailsTable
}
