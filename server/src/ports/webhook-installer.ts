import type { Connection } from './instance-connection.ts'

/** One connection in the manager's list; null for values that it does not reveal. */
export interface WebhookRecord {
  id: number
  /** Unique within one manager, across all kinds of connections. */
  name: string
  /** False: it is of another kind, such as chat or mail. */
  is_webhook: boolean
  url: string | null
  /** Empty: it would call without a credential. */
  username: string | null
  /** False: it is disabled and reports nothing. */
  is_enabled: boolean
  /** It reports every event we subscribe to, for every title, by POST. */
  is_complete: boolean
}

export interface WebhookForm {
  /** The name that people see in the manager. */
  name: string
  url: string
  username: string
  password: string
}

/** Webhooks as records of a library manager (1/I). */
export interface WebhookInstaller {
  /** Every record. Throws UpstreamFault if there is no usable answer. */
  list(connection: Connection, signal?: AbortSignal): Promise<WebhookRecord[]>
  /** Updates the record with that id, or creates one. The manager may call the address before this returns. */
  save(connection: Connection, id: number | null, form: WebhookForm, signal?: AbortSignal): Promise<void>
  /** Resolves when the record no longer exists. */
  remove(connection: Connection, id: number, signal?: AbortSignal): Promise<void>
}
