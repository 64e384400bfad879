import type { Connection } from './instance-connection.ts'

/** One connection of the manager's own list; null where it keeps a value to itself. */
export interface WebhookRecord {
  id: number
  /** No two of one manager are called alike, whatever they are. */
  name: string
  /** False: it is of another kind, such as a chat or a mail. */
  is_webhook: boolean
  url: string | null
  /** Empty: it would call without a credential. */
  username: string | null
  /** False: it is switched off and would report nothing at all. */
  is_enabled: boolean
  /** It reports everything we ask for, for every title, by POST. */
  is_complete: boolean
}

export interface WebhookForm {
  /** What people find it by in the manager. */
  name: string
  url: string
  username: string
  password: string
}

/** Webhooks as records of a library manager (1/I). */
export interface WebhookInstaller {
  /** Every record there is. Anything short of an answer throws UpstreamFault. */
  list(connection: Connection, signal?: AbortSignal): Promise<WebhookRecord[]>
  /** Changes the record of that id, or makes one; the manager may call the address before this returns. */
  save(connection: Connection, id: number | null, form: WebhookForm, signal?: AbortSignal): Promise<void>
  /** Resolves when there is no such record any more. */
  remove(connection: Connection, id: number, signal?: AbortSignal): Promise<void>
}
