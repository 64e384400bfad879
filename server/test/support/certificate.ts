import { generateKeyPairSync, randomBytes, sign } from 'node:crypto'

/** DER: one byte for the type, the length, the content. */
function der(tag: number, ...parts: readonly Buffer[]): Buffer {
  const content = Buffer.concat(parts)
  const { length } = content
  const size = length < 128 ? [length] : length < 256 ? [0x81, length] : [0x82, length >> 8, length & 255]
  return Buffer.concat([Buffer.from([tag, ...size]), content])
}

const sequence = (...parts: readonly Buffer[]) => der(0x30, ...parts)
const set = (...parts: readonly Buffer[]) => der(0x31, ...parts)
const integer = (bytes: Buffer) => der(0x02, bytes)
const objectId = (hex: string) => der(0x06, Buffer.from(hex, 'hex'))
const bitString = (bytes: Buffer) => der(0x03, Buffer.from([0]), bytes)
const octetString = (bytes: Buffer) => der(0x04, bytes)
const utcTime = (text: string) => der(0x17, Buffer.from(text))

const COMMON_NAME = objectId('550403')
const ALTERNATIVE_NAME = objectId('551d11')
const ECDSA_WITH_SHA256 = sequence(objectId('2a8648ce3d040302'))
const LOOPBACK = Buffer.from([127, 0, 0, 1])

/** A certificate for 127.0.0.1, or for this name, that signs itself (RFC 5280), with its key, both as PEM. */
export function createLoopbackCertificate(dns_name?: string): { key: string; cert: string } {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const name = sequence(set(sequence(COMMON_NAME, der(0x0c, Buffer.from('Loopback')))))
  const alternative = dns_name === undefined ? der(0x87, LOOPBACK) : der(0x82, Buffer.from(dns_name))
  const content = sequence(
    // Version 3.
    der(0xa0, integer(Buffer.from([2]))),
    // The first byte keeps the number positive.
    integer(Buffer.concat([Buffer.from([1]), randomBytes(8)])),
    ECDSA_WITH_SHA256,
    name,
    sequence(utcTime('200101000000Z'), utcTime('491231235959Z')),
    name,
    publicKey.export({ type: 'spki', format: 'der' }),
    der(0xa3, sequence(sequence(ALTERNATIVE_NAME, octetString(sequence(alternative))))),
  )
  const signature = sign('sha256', content, privateKey)
  const certificate = sequence(content, ECDSA_WITH_SHA256, bitString(signature))
  return {
    key: privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
    cert: `-----BEGIN CERTIFICATE-----\n${certificate.toString('base64')}\n-----END CERTIFICATE-----\n`,
  }
}
