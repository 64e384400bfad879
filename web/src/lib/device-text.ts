import type { TFunction } from 'i18next'
import { BROWSERS, SYSTEMS } from './device.ts'

const BROWSER_NAMES: ReadonlySet<string> = new Set(BROWSERS.map(([, name]) => name))
/** The last is what the server calls a ChromeOS. */
const SYSTEM_NAMES: ReadonlySet<string> = new Set([...SYSTEMS.map(([, name]) => name), 'Chromebook'])

/**
 * C58: a browser is stored under an English name that this client or the server made for it; a name that somebody gave
 * stays as it is.
 */
export function deviceText(t: TFunction, name: string): string {
  if (name === 'Web browser') return t('made_names.browser', { defaultValue: name })
  if (name === 'Unknown device') return t('made_names.device', { defaultValue: name })
  const [browser = '', system = ''] = name.split(' on ')
  const is_ours = name === `${browser} on ${system}` && BROWSER_NAMES.has(browser) && SYSTEM_NAMES.has(system)
  return is_ours ? t('made_names.browser_on', { browser, system, defaultValue: name }) : name
}
