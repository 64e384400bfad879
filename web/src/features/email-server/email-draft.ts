import type { EmailSecurity, EmailServer } from '@foyer/contract/destinations/email'

export interface EmailDraft {
  enabled: boolean
  host: string
  /** As typed. */
  port: string
  security: EmailSecurity
  username: string
  /** Null keeps the saved password. */
  password: string | null
  from: string
}

export interface EmailChange extends Omit<EmailDraft, 'port' | 'password'> {
  port: number
  password?: string
  clear_password?: boolean
}

/** The usual port of each; a port that was chosen by hand is kept. */
const PORTS: Readonly<Record<EmailSecurity, string>> = { starttls: '587', tls: '465', none: '25' }

export function emailDraftOf(server: EmailServer): EmailDraft {
  const { enabled, host, port, security, username, has_password, from } = server
  return { enabled, host, port: String(port), security, username, password: has_password ? null : '', from }
}

/** Another encryption usually means another port. */
export function withSecurity(draft: EmailDraft, security: EmailSecurity): Partial<EmailDraft> {
  return draft.port === PORTS[draft.security] ? { security, port: PORTS[security] } : { security }
}

/** An emptied password is removed; an untouched one stays. */
export function emailChangeOf(draft: EmailDraft, { has_password }: EmailServer): EmailChange {
  const { enabled, host, port, security, username, password, from } = draft
  return {
    enabled,
    host: host.trim(),
    port: Number(port),
    security,
    username: username.trim(),
    from: from.trim(),
    ...(password ? { password } : {}),
    ...(password === '' && has_password ? { clear_password: true } : {}),
  }
}

/** C67: the saved password is not sent to another server, or with other encryption, unless it is entered again. */
export function needsPasswordAgain({ host, port, security }: EmailDraft, server: EmailServer): boolean {
  if (!server.has_password || server.host === '' || host.trim() === '') return false
  if (host.trim().toLowerCase() !== server.host.toLowerCase()) return true
  return Number(port) !== server.port || security !== server.security
}

export function isChanged(draft: EmailDraft, server: EmailServer): boolean {
  const saved = emailDraftOf(server)
  return Object.entries(saved).some(([name, value]) => draft[name as keyof EmailDraft] !== value)
}

export type Gap = 'host' | 'port' | 'from'

/** What is missing to send email; a server that is off may be incomplete. */
export function gapsOf({ enabled, host, port, from }: EmailDraft): Gap[] {
  const gaps: Gap[] = []
  if (enabled && !host.trim()) gaps.push('host')
  if (!/^\d{1,5}$/.test(port.trim()) || Number(port) < 1 || Number(port) > 65_535) gaps.push('port')
  if (enabled && !from.trim()) gaps.push('from')
  return gaps
}
