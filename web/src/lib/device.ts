import { storageKey } from './base-url.ts'
import { safeStorage } from './preferences.ts'

export const BROWSERS: readonly (readonly [RegExp, string])[] = [
  [/\bEdgA?\//, 'Edge'],
  [/\bOPR\//, 'Opera'],
  [/\bSamsungBrowser\//, 'Samsung Internet'],
  [/\b(Firefox|FxiOS)\//, 'Firefox'],
  [/(Chrome|CriOS|Chromium)\//, 'Chrome'],
  [/\bSafari\//, 'Safari'],
]

export const SYSTEMS: readonly (readonly [RegExp, string])[] = [
  [/\biPhone\b/, 'iPhone'],
  [/\biPad\b/, 'iPad'],
  [/\bAndroid\b/, 'Android'],
  [/\bWindows\b/, 'Windows'],
  [/\bCrOS\b/, 'ChromeOS'],
  [/\bMac OS X\b/, 'Mac'],
  [/\bLinux\b/, 'Linux'],
]

function firstMatch(table: readonly (readonly [RegExp, string])[], userAgent: string) {
  return table.find(([pattern]) => pattern.test(userAgent))?.[1]
}

/** "Chrome on Android", for the device list. The order matters: browsers also name each other. */
export function deviceName(userAgent: string): string {
  const browser = firstMatch(BROWSERS, userAgent)
  const system = firstMatch(SYSTEMS, userAgent)
  if (browser && system) return `${browser} on ${system}`
  return browser ?? system ?? 'Web browser'
}

/** Random and stored, so that signing in again reuses the device row (1/4.1). */
function hardwareId(): string {
  const key = storageKey('hardware_id')
  const kept = safeStorage.getItem(key)
  if (kept) return kept
  const bytes = crypto.getRandomValues(new Uint8Array(16))
  const made = `web-${Array.from(bytes, byte => byte.toString(16).padStart(2, '0')).join('')}`
  safeStorage.setItem(key, made)
  return made
}

export function thisDevice() {
  return { device_name: deviceName(navigator.userAgent), hardware_id: hardwareId() }
}
