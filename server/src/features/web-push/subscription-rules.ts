import { createECDH } from 'node:crypto'

const LOOPBACK = new Set(['127.0.0.1', '[::1]', 'localhost'])

/**
 * Whether alerts may be sent there. The address comes from whoever calls, so only push services that the
 * operator knows count: `host`, `host:port` or `.suffix`. Plain http is for one on this machine, named with
 * its port.
 */
export function isPushService(endpoint: string, known: readonly string[]): boolean {
  if (!URL.canParse(endpoint)) return false
  const { protocol, hostname, host, port, username, password, hash } = new URL(endpoint)
  if (username !== '' || password !== '' || hash !== '') return false
  if (known.includes(host) && port !== '') return protocol === 'https:' || LOOPBACK.has(hostname)
  if (protocol !== 'https:' || port !== '') return false
  return known.some(entry => entry === hostname || (entry.startsWith('.') && hostname.endsWith(entry)))
}

/** 65 bytes that are a point of the curve; anything else cannot be encrypted to (RFC 8291, 3.1). */
export function isBrowserKey(p256dh: string): boolean {
  const point = Buffer.from(p256dh, 'base64url')
  if (point.length !== 65) return false
  const curve = createECDH('prime256v1')
  curve.generateKeys()
  try {
    curve.computeSecret(point)
    return true
  } catch {
    return false
  }
}

/** 16 bytes (RFC 8291, 3.2). */
export function isAuthSecret(auth: string): boolean {
  return Buffer.from(auth, 'base64url').length === 16
}

/** Whom a push service may turn to (RFC 8292, 2.1): the operator, else the house itself. */
export function subjectOf(known: { contact: string; external_url: string; seen_origin: string }): string {
  const contact = known.contact.trim()
  if (/^(mailto:|https:\/\/)\S+$/.test(contact)) return contact
  if (/^[^\s@/]+@[^\s@/]+\.[^\s@/]+$/.test(contact)) return `mailto:${contact}`
  const house = [known.external_url, known.seen_origin].find(address => address.startsWith('https://'))
  return house ?? NOBODY
}

/** Apple refuses names of this machine; `.invalid` is nobody's (RFC 2606). */
const NOBODY = 'mailto:operator@foyer.invalid'
