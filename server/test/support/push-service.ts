import {
  createDecipheriv,
  createECDH,
  createPublicKey,
  type ECDH,
  hkdfSync,
  randomBytes,
  verify,
} from 'node:crypto'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterTest } from './engines.ts'

/** A message as the browser decrypts it. */
export interface Delivered {
  path: string
  payload: Record<string, unknown>
  /** Claims of the sender's proof, verified (RFC 8292). */
  claims: { aud: string; exp: number; sub: string }
  /** The key that signed the proof. */
  key: string
  headers: Readonly<Record<string, string | string[] | undefined>>
}

interface Browser {
  subscription: { endpoint: string; keys: { p256dh: string; auth: string } }
  curve: ECDH
  auth: Buffer
}

interface Scripted {
  status: number
  headers?: Record<string, string>
  body?: string
  /** Takes the message and never answers. */
  cut?: true
}

/** A push service for browsers on this machine: checks the proof, decrypts messages, and answers as scripted. */
export async function startPushService() {
  const browsers = new Map<string, Browser>()
  const delivered: Delivered[] = []
  const scripted: Scripted[] = []
  const server = createServer((request, response) => void take(request, response))

  async function take(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const body = await bodyOf(request)
    const browser = browsers.get(request.url ?? '')
    const next = scripted.shift() ?? { status: browser ? 201 : 404 }
    if (browser && (next.status < 300 || next.cut)) delivered.push(receive(request, body, browser))
    if (next.cut) request.socket.destroy()
    else response.writeHead(next.status, next.headers).end(next.body)
  }

  await new Promise<void>(resolve => void server.listen(0, '127.0.0.1', resolve))
  afterTest(async () => {
    server.closeAllConnections()
    await new Promise(resolve => void server.close(resolve))
  })
  const { port } = server.address() as AddressInfo
  return {
    host: `127.0.0.1:${port}`,
    origin: `http://127.0.0.1:${port}`,
    delivered,
    /** The next answers, in order; afterwards 201 again. */
    answer: (...next: Scripted[]) => void scripted.push(...next),
    /** A new subscription, as a browser gives it to the page. */
    subscribe(): Browser['subscription'] {
      const curve = createECDH('prime256v1')
      const p256dh = curve.generateKeys('base64url')
      const auth = randomBytes(16)
      const path = `/push/${randomBytes(8).toString('hex')}`
      const endpoint = `http://127.0.0.1:${port}${path}`
      const subscription = { endpoint, keys: { p256dh, auth: auth.toString('base64url') } }
      browsers.set(path, { subscription, curve, auth })
      return subscription
    },
    /** Ends a subscription: the browser was uninstalled, or its user withdrew the permission. */
    forget: ({ endpoint }: Browser['subscription']) => void browsers.delete(new URL(endpoint).pathname),
  }
}

async function bodyOf(request: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = []
  for await (const chunk of request) chunks.push(chunk as Buffer)
  return Buffer.concat(chunks)
}

function receive(request: IncomingMessage, body: Buffer, browser: Browser): Delivered {
  const payload = JSON.parse(decrypt(body, browser)) as Record<string, unknown>
  return { path: request.url ?? '', payload, headers: request.headers, ...proofOf(request) }
}

/** RFC 8292, 3: an ES256 token by the key that comes with it. */
function proofOf(request: IncomingMessage): Pick<Delivered, 'claims' | 'key'> {
  const [, token = '', key = ''] =
    /^vapid t=([\w.-]+), k=([\w-]+)$/.exec(request.headers.authorization ?? '') ?? []
  const [head = '', claims = '', signature = ''] = token.split('.')
  const point = Buffer.from(key, 'base64url')
  const jwk = {
    kty: 'EC',
    crv: 'P-256',
    x: point.subarray(1, 33).toString('base64url'),
    y: point.subarray(33).toString('base64url'),
  }
  const by = { key: createPublicKey({ key: jwk, format: 'jwk' }), dsaEncoding: 'ieee-p1363' } as const
  const signed = Buffer.from(`${head}.${claims}`)
  if (!verify('sha256', signed, by, Buffer.from(signature, 'base64url'))) throw new Error('not signed by k')
  return { key, claims: JSON.parse(Buffer.from(claims, 'base64url').toString()) as Delivered['claims'] }
}

/** RFC 8291, 3.4 over the single record of RFC 8188. */
function decrypt(body: Buffer, { curve, auth }: Browser): string {
  const salt = body.subarray(0, 16)
  const length = body.readUInt8(20)
  const sender = body.subarray(21, 21 + length)
  const sealed = body.subarray(21 + length)
  const info = Buffer.concat([Buffer.from('WebPush: info\0'), curve.getPublicKey(), sender])
  const secret = Buffer.from(hkdfSync('sha256', curve.computeSecret(sender), auth, info, 32))
  const derive = (name: string, size: number) =>
    Buffer.from(hkdfSync('sha256', secret, salt, `Content-Encoding: ${name}\0`, size))
  const opened = createDecipheriv('aes-128-gcm', derive('aes128gcm', 16), derive('nonce', 12)).setAuthTag(
    sealed.subarray(-16),
  )
  const plain = Buffer.concat([opened.update(sealed.subarray(0, -16)), opened.final()])
  // The last record ends with 2 and as many zeroes as its sender liked.
  return plain.subarray(0, plain.lastIndexOf(2)).toString('utf8')
}
