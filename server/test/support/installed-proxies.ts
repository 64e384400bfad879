import { APACHE } from './apache.ts'
import { CADDY } from './caddy.ts'
import { NGINX } from './nginx.ts'

/** The proxies that the guide has lines for, and where their programs are on this machine. */
export const INSTALLED = { nginx: NGINX, caddy: CADDY, apache: APACHE }

type Installed = Readonly<Record<string, string | undefined>>

export const notInstalled = (installed: Installed = INSTALLED): string[] =>
  Object.keys(installed).filter(name => installed[name] === undefined)

/** Of the proxies that `FOYER_NEEDS_PROXIES` asks for, `1` for all or a list of names, those that cannot be met here. */
export function neededAndMissing(asked: string | undefined, installed: Installed = INSTALLED): string[] {
  const words = (asked ?? '').split(/[\s,]+/).filter(Boolean)
  const needed = words.includes('1') ? Object.keys(installed) : words
  // A name that is not known here would otherwise be needed, and never met.
  return needed.filter(name => installed[name] === undefined)
}

/** What a run says of them; null when it met them all. */
export function sentenceOfMissing(missing: readonly string[]): string | null {
  if (missing.length === 0) return null
  return `Not installed here, so their lines of docs/reverse-proxy.md were not run: ${missing.join(', ')}. FOYER_NEEDS_PROXIES=1 makes that a failure.`
}
