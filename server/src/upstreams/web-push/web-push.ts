import type { Transport } from '#kit/outbound.ts'
import { isDoneUnread, UpstreamFault } from '#kit/upstream-fault.ts'
import type { BrowserAddress, BrowserMessage, BrowserPush } from '#ports/browser-push.ts'

/** Web Push: RFC 8030 with the encryption of RFC 8291 and the authentication of RFC 8292. */
const WEB_PUSH = 'The push service'

const ENCODING = 'aes128gcm'
const TIMEOUT_MS = 30_000
const MAX_BYTES = 64 * 1024
/** The browser or the service dropped the subscription. */
const GONE = [404, 410]

/** Loaded on demand: many servers never push to a browser, and none at startup. */
const library = async () => (await import('web-push')).default

/** The encrypted and signed request; the library itself sends nothing. */
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
    // The browser's key cannot be encrypted to; a retry cannot help.
    throw new UpstreamFault({ upstream: WEB_PUSH, kind: 'bad_answer', category: 'invalid_url', cause })
  }
}

/** The content length is set by the transport. */
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
        // It was accepted; the response body is irrelevant.
        if (isDoneUnread(error)) return 'sent'
        throw error
      }
    },
  }
}
