import type { Connection } from './instance-connection.ts'

/** What the manager's own record says; null where it keeps the value to itself. */
export interface WebhookRecord {
  url: string | null
  /** Empty: it would call without a credential. */
  username: string | null
  /** It tells of everything we ask to hear, for every title, by POST. */
  is_complete: boolean
}

export interface WebhookForm {
  url: string
  username: string
  password: string
}

/** Our webhook as a record in a library manager, known by its name (1/I). */
export interface WebhookInstaller {
  /** Null: the manager answered and has no such record. Anything short of an answer throws UpstreamFault. */
  find(connection: Connection, name: string, signal?: AbortSignal): Promise<WebhookRecord | null>
  /** Makes or changes the record; the manager may call the address before this returns. */
  save(connection: Connection, name: string, form: WebhookForm, signal?: AbortSignal): Promise<void>
  /** Resolves when there is no such record any more. */
  remove(connection: Connection, name: string, signal?: AbortSignal): Promise<void>
}
