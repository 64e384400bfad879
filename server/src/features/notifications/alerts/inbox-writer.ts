import type { Tx } from '#db/database.ts'
import type { AlertData, AlertType } from './alert.ts'

export interface InboxNote {
  user_id: number
  alert_id: number
  type: AlertType
  data: AlertData
  created_at: string
}

/** Stores alerts in people's inboxes. */
export interface InboxWriter {
  /** Once per person and alert, however often it is called. */
  record(tx: Tx, notes: readonly InboxNote[]): Promise<void>
  /** Updates the inbox entries of an alert that gained more parts. */
  amend(tx: Tx, alert_id: number, data: AlertData): Promise<void>
  /** C69: a provider supplied the title of this request. */
  rename(tx: Tx, request_id: number, title: string): Promise<void>
}
