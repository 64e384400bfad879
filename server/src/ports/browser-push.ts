/** The push subscription of a browser (RFC 8030, RFC 8291). */
export interface BrowserAddress {
  endpoint: string
  p256dh: string
  auth: string
}

/** The key pair that identifies a server to push services (RFC 8292). */
export interface VapidKeys {
  public_key: string
  private_key: string
}

export interface BrowserMessage {
  /** Sent encrypted; only the browser can read it. */
  text: string
  /** How long the message is useful. */
  ttl_seconds: number
  /** A later message of the same topic replaces one that is still waiting. */
  topic?: string
  keys: VapidKeys
  /** Contact for the push service: `mailto:` or `https:`. */
  subject: string
}

export interface BrowserPush {
  makeKeys(): Promise<VapidKeys>
  /**
   * `gone`: the push service reports that the subscription no longer exists. Every other failure throws
   * UpstreamFault; `outcome_unknown` when the message may have been accepted.
   */
  send(to: BrowserAddress, message: BrowserMessage, signal?: AbortSignal): Promise<'sent' | 'gone'>
}
