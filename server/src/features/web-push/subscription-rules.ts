import { createECDH } from 'node:crypto'
import { isListedHost } from '#kit/listed-host.ts'

const LOOPBACK = new Set(['127.0.0.1', '[::1]', 'localhost'])

/**
 * Whether alerts may be sent there. The address comes from the caller, so only the operator's known push services are
 * allowed: `host`, `host:port` or `.suffix`. Plain http is only for one on this machine, named with its port.
 */
export function isPushService(endpoint: string, known: readonly string[]): boolean {
  if (!URL.canParse(endpoint)) return false
  const url = new URL(endpoint)
  const { protocol, hostname, port, username, password, hash } = url
  if (username !== '' || password !== '' || hash !== '') return false
  if (protocol !== 'https:' && !(protocol === 'http:' && LOOPBACK.has(hostname) && port !== '')) return false
  return isListedHost(url, known, 'default_port')
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

/** The contact for push services (RFC 8292, 2.1): the operator, or this server's address. */
export function subjectOf(known: { contact: string; external_url: string; seen_origin: string }): string {
  const contact = known.contact.trim()
  if (/^(mailto:|https:\/\/)\S+$/.test(contact)) return contact
  if (/^[^\s@/]+@[^\s@/]+\.[^\s@/]+$/.test(contact)) return `mailto:${contact}`
  const own_address = [known.external_url, known.seen_origin].find(address => address.startsWith('https://'))
  return own_address ?? NO_CONTACT
}

/** Apple refuses local host names; `.invalid` belongs to nobody (RFC 2606). */
const NO_CONTACT = 'mailto:operator@foyer.invalid'
