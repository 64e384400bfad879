import type { Tx } from '#db/database.ts'
import type { AlertData, AlertType } from './alert.ts'

export interface InboxNote {
  user_id: number
  alert_id: number
  type: AlertType
  data: AlertData
  created_at: string
}

/** Where alerts are kept for people to read. */
export interface InboxWriter {
  /** Once for each person and alert, however often it is asked. */
  record(tx: Tx, notes: readonly InboxNote[]): Promise<void>
  /** More of the same news came: what is kept of that alert says so. */
  amend(tx: Tx, alert_id: number, data: AlertData): Promise<void>
  /** C69: a provider named what this request is about. */
  rename(tx: Tx, request_id: number, title: string): Promise<void>
}
