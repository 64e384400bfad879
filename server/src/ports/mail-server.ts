import type { Message, MessageOutcome } from './message-sender.ts'

/** The server that an admin entered (C64). */
export interface MailServer {
  host: string
  port: number
  /** `starttls` and `tls` verify the certificate; without encryption nothing is sent then. */
  security: 'none' | 'starttls' | 'tls'
  /** Empty: no sign-in. */
  username: string
  password: string
  /** The name is what mail programs show. */
  from: { name: string; address: string }
}

/** Hands one message to a mail server, once. Throws only when aborted by the caller's signal. */
export interface MailTransport {
  send(server: MailServer, to: string, message: Message, signal: AbortSignal): Promise<MessageOutcome>
}
