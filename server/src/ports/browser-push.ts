/** What a browser gave us to reach it by (RFC 8030, RFC 8291). */
export interface BrowserAddress {
  endpoint: string
  p256dh: string
  auth: string
}

/** The pair that a server proves itself with to push services (RFC 8292). */
export interface VapidKeys {
  public_key: string
  private_key: string
}

export interface BrowserMessage {
  /** Readable by the browser alone. */
  text: string
  /** How long it is of use. */
  ttl_seconds: number
  /** A later one of the same topic takes the place of one that waits. */
  topic?: string
  keys: VapidKeys
  /** Whom a push service may turn to: `mailto:` or `https:`. */
  subject: string
}

export interface BrowserPush {
  makeKeys(): Promise<VapidKeys>
  /**
   * `gone`: the push service says that the browser is no more. Everything else that is no success throws
   * UpstreamFault; `outcome_unknown` when the message may have been taken.
   */
  send(to: BrowserAddress, message: BrowserMessage, signal?: AbortSignal): Promise<'sent' | 'gone'>
}
