import { isCommonPassword } from '@foyer/contract/sessions/common-passwords'
import { isLoopbackHost } from '#kit/loopback.ts'

const USERNAME_MAX = 128
const PASSWORD_MIN = 8
const PASSWORD_MAX = 1024
const DEVICE_NAME_MAX = 200
const UNKNOWN_DEVICE = 'Unknown device'

/** The trimmed name, or null when it is invalid: 1..128 characters, no control characters (1/4.1). */
export function acceptUsername(input: string): string | null {
  const name = input.normalize('NFC').trim()
  const length = Array.from(name).length
  return length >= 1 && length <= USERNAME_MAX && !/\p{Cc}/u.test(name) ? name : null
}

/** Names are compared case-insensitively everywhere (C28). */
export function usernameKey(name: string): string {
  return name.normalize('NFC').trim().toLowerCase()
}

/**
 * The problem with a new password; null: none. R5: 8 to 1024 characters, and not one of the most common ones. A
 * password that was set earlier still signs in.
 */
export function faultOfPassword(password: string): 'length' | 'common' | null {
  const length = Array.from(password).length
  if (length < PASSWORD_MIN || length > PASSWORD_MAX) return 'length'
  return isCommonPassword(password) ? 'common' : null
}

const BROWSERS: readonly [RegExp, string][] = [
  [/\bEdg(e|A|iOS)?\//, 'Edge'],
  [/\bOPR\//, 'Opera'],
  [/\bSamsungBrowser\//, 'Samsung Internet'],
  [/\bFirefox\/|\bFxiOS\//, 'Firefox'],
  [/\bChrome\/|\bCriOS\//, 'Chrome'],
  [/\bSafari\//, 'Safari'],
]
const SYSTEMS: readonly [RegExp, string][] = [
  [/\biPhone\b/, 'iPhone'],
  [/\biPad\b/, 'iPad'],
  [/\bAndroid\b/, 'Android'],
  [/\bWindows\b/, 'Windows'],
  [/\bMac OS X\b|\bMacintosh\b/, 'Mac'],
  [/\bCrOS\b/, 'Chromebook'],
  [/\bLinux\b/, 'Linux'],
]

/** The name in the device list: the given name, or one made from the User-Agent. */
export function nameDevice(input: string | undefined, userAgent: string): string {
  const name = input?.trim()
  if (name) return name
  const find = (list: readonly [RegExp, string][]) => list.find(([sign]) => sign.test(userAgent))?.[1]
  const browser = find(BROWSERS)
  const system = find(SYSTEMS)
  if (browser && system) return `${browser} on ${system}`
  const product = userAgent.split(/[\s/(]/, 1)[0]?.slice(0, DEVICE_NAME_MAX)
  return browser ?? system ?? (product || UNKNOWN_DEVICE)
}

/** Browsers offer passkeys to https pages and to localhost. */
export function isSecureOrigin(origin: string): boolean {
  if (!URL.canParse(origin)) return false
  const { protocol, hostname } = new URL(origin)
  if (protocol === 'https:') return true
  return isLoopbackHost(hostname) || hostname.endsWith('.localhost')
}

export interface SignInMethods {
  password: boolean
  passkeys: number
  linked: boolean
}

/** A password, a passkey or a linked identity (1/4.1). Connect links are not a permanent sign-in method. */
export function hasSignInMethod({ password, passkeys, linked }: SignInMethods): boolean {
  return password || passkeys > 0 || linked
}
