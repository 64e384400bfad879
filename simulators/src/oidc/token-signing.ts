import {
  createHmac,
  generateKeyPairSync,
  type KeyObject,
  type KeyPairKeyObjectResult,
  sign,
} from 'node:crypto'
import type { JsonRecord } from '../kit/json.ts'

export interface SigningKey {
  kid: string
  private_key: KeyObject
  public_key: KeyObject
}

/** How a token is signed: rightly, or in one of the ways that must not be accepted. */
export type Signature =
  | 'RS256'
  /** Not at all. */
  | 'none'
  /** With the public key as if it were a shared secret. */
  | 'HS256'
  /** With another key under the name of the right one. */
  | 'stranger'

export interface Token {
  header: JsonRecord
  claims: JsonRecord
}

let names_given = 0
/** Made by providers that have closed. To make a pair takes a fifth of a second. */
const spare: KeyPairKeyObjectResult[] = []

/** Nobody else holds this key, and nobody had it under this name. */
export function takeKey(): SigningKey {
  names_given += 1
  const { privateKey, publicKey } = spare.pop() ?? generateKeyPairSync('rsa', { modulusLength: 2048 })
  return { kid: `key-${names_given}`, private_key: privateKey, public_key: publicKey }
}

export function giveBack({ private_key, public_key }: SigningKey): void {
  spare.push({ privateKey: private_key, publicKey: public_key })
}

export function publicJwk({ kid, public_key }: SigningKey): JsonRecord {
  return { ...public_key.export({ format: 'jwk' }), kid, use: 'sig', alg: 'RS256' }
}

export function signToken({ header, claims }: Token, key: SigningKey, how: Signature): string {
  const alg = how === 'stranger' ? 'RS256' : how
  const encode = (part: JsonRecord) => Buffer.from(JSON.stringify(part)).toString('base64url')
  const text = `${encode({ alg, kid: key.kid, ...header })}.${encode(claims)}`
  return `${text}.${signatureOf(text, key, how)}`
}

function signatureOf(text: string, key: SigningKey, how: Signature): string {
  if (how === 'none') return ''
  if (how === 'HS256')
    return createHmac('sha256', key.public_key.export({ type: 'spki', format: 'pem' }))
      .update(text)
      .digest('base64url')
  const signer = how === 'stranger' ? takeKey() : key
  const signature = sign('sha256', Buffer.from(text), signer.private_key).toString('base64url')
  if (signer !== key) giveBack(signer)
  return signature
}
