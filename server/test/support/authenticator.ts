import { createHash, createSign, generateKeyPairSync, type KeyObject, randomBytes } from 'node:crypto'

/** A passkey in software: an ES256 key that answers ceremonies as a browser would, or wrongly on purpose. */
export interface SoftPasskey {
  id: string
  user_handle: string
  counter: number
  private_key: KeyObject
}

interface CreationOptions {
  challenge: string
  rp: { id: string }
  user: { id: string }
}

interface RequestOptions {
  challenge: string
  rpId: string
}

/** Fields of an answer that a test makes wrong. */
export interface Twist {
  origin?: string
  challenge?: string
  type?: string
  rp_id?: string
  user_present?: boolean
  user_handle?: string
  counter?: number
}

const USER_PRESENT = 0x01
const USER_VERIFIED = 0x04
const HAS_CREDENTIAL = 0x40

const url = (bytes: Uint8Array | string) => Buffer.from(bytes).toString('base64url')
const sha256 = (bytes: Uint8Array | string) => createHash('sha256').update(bytes).digest()

type Cbor = number | string | Buffer | Map<Cbor, Cbor>

/** RFC 8949 §3, as far as attestation objects need it: integers, bytes, text and maps. */
function cbor(value: Cbor): Buffer {
  if (typeof value === 'number') return value >= 0 ? head(0, value) : head(1, -1 - value)
  if (typeof value === 'string') return Buffer.concat([head(3, Buffer.byteLength(value)), Buffer.from(value)])
  if (Buffer.isBuffer(value)) return Buffer.concat([head(2, value.length), value])
  return Buffer.concat([head(5, value.size), ...[...value].flatMap(([key, item]) => [cbor(key), cbor(item)])])
}

function head(major: number, argument: number): Buffer {
  if (argument < 24) return Buffer.from([(major << 5) | argument])
  if (argument < 256) return Buffer.from([(major << 5) | 24, argument])
  return Buffer.from([(major << 5) | 25, argument >> 8, argument & 255])
}

/** RFC 9053 §7.1: an EC2 key on P-256 for ES256. */
function coseKey(key: KeyObject): Buffer {
  const { x = '', y = '' } = key.export({ format: 'jwk' })
  const point = [x, y].map(part => Buffer.from(part, 'base64url'))
  return cbor(
    new Map<Cbor, Cbor>([
      [1, 2],
      [3, -7],
      [-1, 1],
      [-2, point[0] ?? ''],
      [-3, point[1] ?? ''],
    ]),
  )
}

function authenticatorData(about: { rp_id: string; flags: number; counter: number; rest?: Buffer }): Buffer {
  const counter = Buffer.alloc(4)
  counter.writeUInt32BE(about.counter)
  return Buffer.concat([
    sha256(about.rp_id),
    Buffer.from([about.flags]),
    counter,
    about.rest ?? Buffer.alloc(0),
  ])
}

function clientData(type: string, challenge: string, origin: string): Buffer {
  return Buffer.from(JSON.stringify({ type, challenge, origin, crossOrigin: false }))
}

/** Makes a passkey for these options and the answer that registers it (attestation `none`). */
export function createSoftPasskey(options: CreationOptions, origin: string, twist: Twist = {}) {
  const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const credential = randomBytes(16)
  const counter = twist.counter ?? 0
  const present = twist.user_present === false ? 0 : USER_PRESENT
  const rest = Buffer.concat([
    Buffer.alloc(16),
    Buffer.from([0, credential.length]),
    credential,
    coseKey(publicKey),
  ])
  const data = authenticatorData({
    rp_id: twist.rp_id ?? options.rp.id,
    flags: present | USER_VERIFIED | HAS_CREDENTIAL,
    counter,
    rest,
  })
  const attestation = cbor(
    new Map<Cbor, Cbor>([
      ['fmt', 'none'],
      ['attStmt', new Map()],
      ['authData', data],
    ]),
  )
  const client = clientData(
    twist.type ?? 'webauthn.create',
    twist.challenge ?? options.challenge,
    twist.origin ?? origin,
  )
  const passkey: SoftPasskey = {
    id: url(credential),
    user_handle: options.user.id,
    counter,
    private_key: privateKey,
  }
  const answer = {
    id: passkey.id,
    rawId: passkey.id,
    type: 'public-key',
    clientExtensionResults: {},
    response: { clientDataJSON: url(client), attestationObject: url(attestation), transports: ['internal'] },
  }
  return { passkey, answer }
}

/** The answer that signs in with this passkey. */
export function answerWith(passkey: SoftPasskey, options: RequestOptions, origin: string, twist: Twist = {}) {
  const present = twist.user_present === false ? 0 : USER_PRESENT
  const data = authenticatorData({
    rp_id: twist.rp_id ?? options.rpId,
    flags: present | USER_VERIFIED,
    counter: twist.counter ?? passkey.counter,
  })
  const client = clientData(
    twist.type ?? 'webauthn.get',
    twist.challenge ?? options.challenge,
    twist.origin ?? origin,
  )
  const signature = createSign('sha256')
    .update(Buffer.concat([data, sha256(client)]))
    .sign(passkey.private_key)
  return {
    id: passkey.id,
    rawId: passkey.id,
    type: 'public-key',
    clientExtensionResults: {},
    response: {
      clientDataJSON: url(client),
      authenticatorData: url(data),
      signature: url(signature),
      userHandle: twist.user_handle ?? passkey.user_handle,
    },
  }
}
