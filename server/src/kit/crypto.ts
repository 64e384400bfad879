import {
  createCipheriv,
  createDecipheriv,
  createHash,
  hkdfSync,
  randomBytes,
  timingSafeEqual,
} from 'node:crypto'

const IV_BYTES = 12
const TAG_BYTES = 16
const BOX_VERSION = 'v1'

/** The stored box does not open with this key: the key differs, or the value was changed. */
export class WrongKey extends Error {
  constructor(cause?: unknown) {
    super('A stored secret cannot be opened with this encryption key.', { cause })
    this.name = 'WrongKey'
  }
}

export interface SecretBox {
  seal(plain: string, purpose: string): string
  /** Throws WrongKey when the box was sealed with another key or for another purpose. */
  open(box: string, purpose: string): string
  /** A key for a single use, so that no two uses share one (RFC 5869). */
  deriveKey(purpose: string): Uint8Array
}

/** AES-256-GCM; the purpose is authenticated, so a box cannot be moved to another place. */
export function createSecretBox(master: Uint8Array): SecretBox {
  const deriveKey = (purpose: string) =>
    new Uint8Array(hkdfSync('sha256', master, 'foyer', purpose, master.byteLength))
  const sealingKey = deriveKey('secrets at rest')
  return {
    deriveKey,
    seal(plain, purpose) {
      const iv = randomBytes(IV_BYTES)
      const cipher = createCipheriv('aes-256-gcm', sealingKey, iv).setAAD(Buffer.from(purpose))
      const sealed = Buffer.concat([cipher.update(plain, 'utf8'), cipher.final()])
      return `${BOX_VERSION}.${Buffer.concat([iv, cipher.getAuthTag(), sealed]).toString('base64url')}`
    },
    open(box, purpose) {
      const [version, payload = ''] = box.split('.')
      const bytes = Buffer.from(payload, 'base64url')
      if (version !== BOX_VERSION || bytes.length < IV_BYTES + TAG_BYTES) throw new WrongKey()
      try {
        const decipher = createDecipheriv('aes-256-gcm', sealingKey, bytes.subarray(0, IV_BYTES))
          .setAAD(Buffer.from(purpose))
          .setAuthTag(bytes.subarray(IV_BYTES, IV_BYTES + TAG_BYTES))
        const plain = decipher.update(bytes.subarray(IV_BYTES + TAG_BYTES))
        return Buffer.concat([plain, decipher.final()]).toString('utf8')
      } catch (cause) {
        throw new WrongKey(cause)
      }
    },
  }
}

/** The stored form of opaque tokens: a 256-bit random value needs no salt and no stretching. */
export function sha256(text: string): string {
  return createHash('sha256').update(text).digest('hex')
}

/** Compares in constant time, regardless of where the texts differ. */
export function equalInConstantTime(a: string, b: string): boolean {
  return timingSafeEqual(createHash('sha256').update(a).digest(), createHash('sha256').update(b).digest())
}
