import type { Tx } from '#db/database.ts'

/** C64: a personal e-mail address is used only after the link sent to it was opened. */
export interface AddressConfirmations {
  /**
   * Makes a new link for this destination and saves the job that sends it to its stored address, in the transaction
   * that saved the address. Earlier links stop working. `origin`: where the person uses Foyer, for a server that
   * knows no address of its own.
   */
  send(tx: Tx, destination_id: string, origin: string): Promise<void>
}
