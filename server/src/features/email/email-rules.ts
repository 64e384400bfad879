import type { EmailServer, putEmailServer } from '@foyer/contract/destinations/email'
import { needsSecretAgain, originOf } from '@foyer/contract/secret-origin'
import type { z } from 'zod'
import { parseMailbox } from '#kit/mailbox.ts'
import type { MailServer } from '#ports/mail-server.ts'
import type { SavedEmail } from './email-settings.ts'

export type EmailChange = z.infer<NonNullable<(typeof putEmailServer)['body']>>

const SCHEMES = { none: 'smtp', starttls: 'smtp+starttls', tls: 'smtps' } as const

/** A host name or an address; IPv6 without its brackets. */
const HOST = /^([\p{L}\p{N}_]([\p{L}\p{N}_.-]*[\p{L}\p{N}_])?|[0-9a-f:.]*:[0-9a-f:.]*)$/iu

/** Partial: omitted fields stay; a blank password keeps the stored one (0.3). */
export function applyChange(saved: SavedEmail, change: EmailChange): SavedEmail {
  const { password: entered, clear_password, ...fields } = change
  const password = entered || (clear_password ? '' : saved.password)
  const next = { ...saved, ...definedOf(fields), password }
  const host = next.host.replace(/^\[(.*)\]$/, '$1').toLowerCase()
  const origin = originOf(addressOf({ ...next, host })) ?? ''
  const password_origin =
    password && (keepsPassword(saved, change) ? saved.password_origin || origin : origin)
  return { ...next, host, password_origin }
}

function definedOf(fields: Omit<EmailChange, 'password' | 'clear_password'>): Partial<SavedEmail> {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined))
}

function keepsPassword(saved: SavedEmail, { password, clear_password }: EmailChange): boolean {
  return saved.password !== '' && !password && !clear_password
}

/** Empty without a host: nothing is sent then. */
function addressOf({ host, port, security }: Pick<SavedEmail, 'host' | 'port' | 'security'>): string {
  if (host === '') return ''
  return `${SCHEMES[security]}://${host.includes(':') ? `[${host}]` : host}:${port}`
}

/** C67: whether the stored password would be sent to another server, port or with other encryption. */
export function movesPassword(saved: SavedEmail, change: EmailChange): boolean {
  return needsSecretAgain({
    keeps_secret: keepsPassword(saved, change),
    saved_for: saved.password_origin,
    address: addressOf(applyChange(saved, change)),
  })
}

/** The problems of the settings before they are saved, by field; empty when they are valid. */
export function findProblems(email: SavedEmail, change: EmailChange = {}): Record<string, string> {
  const problems: Record<string, string> = {}
  const host = hostProblem(email)
  if (host) problems['host'] = host
  const from = fromProblem(email)
  if (from) problems['from'] = from
  if (/\p{Cc}/u.test(email.username)) problems['username'] = 'Leave out control characters.'
  if (change.clear_password && change.password) {
    problems['clear_password'] = 'Give a new password or clear it, not both.'
  }
  return problems
}

function hostProblem({ host, enabled }: SavedEmail): string | undefined {
  if (host === '') return enabled ? 'Enter the host of the mail server.' : undefined
  return HOST.test(host) && !host.includes('..')
    ? undefined
    : 'Use a name such as smtp.example.org, without a port and without https://.'
}

function fromProblem({ from, enabled }: SavedEmail): string | undefined {
  if (from === '') return enabled ? 'Enter the address that messages come from.' : undefined
  return parseMailbox(from) ? undefined : 'Use an address such as foyer@example.org.'
}

export function presentEmail(email: SavedEmail): EmailServer {
  const { enabled, host, port, security, username, password, from } = email
  return { enabled, host, port, security, username, has_password: password !== '', from }
}

/** The server in use; null when e-mail is off or not set up. */
export function serverInUse(email: SavedEmail): MailServer | null {
  const { enabled, host, port, security, username, password } = email
  const from = parseMailbox(email.from)
  return enabled && host !== '' && from ? { host, port, security, username, password, from } : null
}
