import type { Credentials, NewOwnAccount } from '@foyer/contract/media-servers/media-servers'
import { Refusal } from '#kit/refusal.ts'

const PASSWORD = { min: 8, max: 1024 }
const NAME_MAX = 256

/** 2/4.1: a password or an address, never both. Whether it is an address is decided with the invite. */
export function readNewAccount({ password, email }: NewOwnAccount): { password: string } | { email: string } {
  if (password !== undefined && email !== undefined)
    throw new Refusal('validation', { error: 'Give a password or an e-mail address, not both.' })
  if (email !== undefined) return { email }
  if (password === undefined || password.length < PASSWORD.min || password.length > PASSWORD.max)
    throw invalid('password', PASSWORD)
  return { password }
}

/** Names on account servers are compared without case. */
export function isSameName(a: string, b: string): boolean {
  return a.toLowerCase() === b.toLowerCase()
}

export function readCredentials({ username, password }: Credentials): { username: string; password: string } {
  if (!username || username.length > NAME_MAX) throw invalid('username', { min: 1, max: NAME_MAX })
  if (password === undefined || password.length > PASSWORD.max)
    throw invalid('password', { min: 0, max: PASSWORD.max })
  return { username, password }
}

function invalid(field: string, { min, max }: { min: number; max: number }): Refusal {
  return new Refusal('validation', { fields: { [field]: `Use ${min} to ${max} characters.` } })
}
