import type { Transport } from '#kit/outbound.ts'
import { isDoneUnread, UpstreamFault } from '#kit/upstream-fault.ts'
import type { BrowserAddress, BrowserMessage, BrowserPush } from '#ports/browser-push.ts'

/** Web Push: RFC 8030 with the encryption of RFC 8291 and the proof of RFC 8292. */
const WEB_PUSH = 'The push service'

const ENCODING = 'aes128gcm'
const TIMEOUT_MS = 30_000
const MAX_BYTES = 64 * 1024
/** The browser threw its subscription away, or the service did. */
const GONE = [404, 410]

/** Loaded when it is needed: many houses never push to a browser, and none at its start. */
const library = async () => (await import('web-push')).default

/** What to send: the library seals and signs, and nothing of it leaves this process on its own. */
async function seal({ endpoint, p256dh, auth }: BrowserAddress, message: BrowserMessage) {
  const { text, ttl_seconds, topic, keys, subject } = message
  const { generateRequestDetails, getVapidHeaders } = await library()
  try {
    const { headers, body } = generateRequestDetails({ endpoint, keys: { p256dh, auth } }, text, {
      TTL: ttl_seconds,
      contentEncoding: ENCODING,
      urgency: 'normal',
      ...(topic && { topic }),
    })
    const audience = new URL(endpoint).origin
    const proof = getVapidHeaders(audience, subject, keys.public_key, keys.private_key, ENCODING)
    return { headers: { ...sendable(headers), authorization: proof.Authorization }, body }
  } catch (cause) {
    // What the browser gave cannot be encrypted to; no retry will change that.
    throw new UpstreamFault({ upstream: WEB_PUSH, kind: 'bad_answer', category: 'invalid_url', cause })
  }
}

/** The length is written by whoever sends. */
function sendable(headers: Readonly<Record<string, unknown>>): Record<string, string> {
  const named = Object.entries(headers).map(([name, value]) => [name.toLowerCase(), String(value)] as const)
  return Object.fromEntries(named.filter(([name]) => name !== 'content-length'))
}

export function createWebPush({ external }: { external: Transport }): BrowserPush {
  return {
    async makeKeys() {
      const { publicKey, privateKey } = (await library()).generateVAPIDKeys()
      return { public_key: publicKey, private_key: privateKey }
    },
    async send(to, message, signal) {
      const sealed = await seal(to, message)
      try {
        const answer = await external.send({
          upstream: WEB_PUSH,
          method: 'POST',
          url: to.endpoint,
          ...sealed,
          credential: true,
          accept_statuses: GONE,
          timeout_ms: TIMEOUT_MS,
          max_bytes: MAX_BYTES,
          ...(signal && { signal }),
        })
        return GONE.includes(answer.status) ? 'gone' : 'sent'
      } catch (error) {
        // It was taken; what the service has to say about that is nobody's concern.
        if (isDoneUnread(error)) return 'sent'
        throw error
      }
    },
  }
}
