import type { ManagedWebhook, WebhookState } from '@foyer/contract/library-webhooks'
import { z } from 'zod'
import { equalInConstantTime, sha256 } from '#kit/crypto.ts'
import { linkBase } from '#kit/link-base.ts'
import type { WebhookRecord } from '#ports/webhook-installer.ts'

/** The name shown in the manager's list of connections (1/I). */
export const RECORD_NAME = 'Foyer'

export interface BasicCredential {
  username: string
  password: string
}

/** RFC 7617; null when there is none or it cannot be read. */
export function readBasic(authorization: string | undefined): BasicCredential | null {
  const encoded = /^Basic ([A-Za-z0-9+/=_-]+)$/i.exec(authorization ?? '')?.[1]
  if (encoded === undefined) return null
  const text = Buffer.from(encoded, 'base64').toString('utf8')
  const colon = text.indexOf(':')
  return colon < 0 ? null : { username: text.slice(0, colon), password: text.slice(colon + 1) }
}

/**
 * The user name contains a fingerprint of the password. Managers show the name but never the password, so this
 * shows which of our credentials a record holds.
 */
export function usernameFor(credential_hash: string): string {
  return `foyer-${credential_hash.slice(0, 8)}`
}

/** Compares with every given hash, so that timing reveals nothing; without a hash it compares with a dummy. */
export function isKnownCredential(credential: BasicCredential, hashes: readonly (string | null)[]): boolean {
  const hash = sha256(credential.password)
  const matches = hashes.map(known => {
    const same = equalInConstantTime(hash, known ?? sha256(''))
    const named = equalInConstantTime(credential.username, usernameFor(known ?? ''))
    return same && named && known !== null
  })
  return matches.includes(true)
}

const CREDENTIAL_NAMES = /^(auth(orization)?|api_?key|user(name)?|pass(word)?|token|access_token|secret)$/i

/** 1/6: a credential in the URL would end up in logs, so it is never accepted. */
export function hasCredentialInQuery(query: URLSearchParams): boolean {
  return [...query.keys()].some(name => CREDENTIAL_NAMES.test(name))
}

export interface CallbackSources {
  /** APP_LIBRARY_CALLBACK_URL. */
  configured: string | undefined
  /** The external address saved by an admin; empty when none. */
  external: string
  /** The address the record currently points to; kept unless another source is set. */
  stored: string | undefined
  /** The origin of the admin's own request, if there is one. */
  request: string | undefined
}

/** 1/I: the address at which managers reach us, without the path of the webhook; null when unknown. */
export function callbackBase(sources: Omit<CallbackSources, 'stored'>, base_path: string): string | null {
  const chosen = [sources.configured, sources.external, sources.request].find(
    address => address && URL.canParse(address) && new URL(address).hostname !== '',
  )
  if (!chosen) return null
  return linkBase(chosen.replace(/\/+$/, ''), base_path)
}

function webhookPath(instance_id: string): string {
  return `/api/webhooks/library/${encodeURIComponent(instance_id)}`
}

export function callbackUrl(base: string, instance_id: string): string {
  return base + webhookPath(instance_id)
}

export interface StoredWebhook {
  credential_hash: string
  former_hash: string | null
  is_pending: boolean
}

type LiveRecord = Pick<WebhookRecord, 'url' | 'username' | 'is_enabled' | 'is_complete'>

/** Distinguishes our record from others in the same manager. */
export interface Owner {
  instance_id: string
  /** The user names of every credential that we gave it. */
  usernames: readonly string[]
}

/**
 * C60: our record calls the path of this instance, whatever its name. A manager that hides the address still shows
 * the user name, which contains a fingerprint of our credential.
 */
export function findOurs(records: readonly WebhookRecord[], owner: Owner): WebhookRecord | null {
  const path = webhookPath(owner.instance_id)
  const signsInAsOurs = ({ username }: WebhookRecord) =>
    username !== null && owner.usernames.includes(username)
  const ours = records.filter(
    record => record.is_webhook && (record.url === null ? signsInAsOurs(record) : endsIn(record.url, path)),
  )
  return ours.find(signsInAsOurs) ?? ours[0] ?? null
}

function endsIn(url: string, path: string): boolean {
  return URL.canParse(url) && new URL(url).pathname.endsWith(path)
}

/** C60: a name that another connection uses is left to it. */
export function nameForOurs(
  records: readonly WebhookRecord[],
  ours: WebhookRecord | null,
  callback_url: string,
): string {
  const taken = new Set(
    records.filter(record => record.id !== ours?.id).map(({ name }) => name.toLowerCase()),
  )
  const own = `${RECORD_NAME} (${new URL(callback_url).host})`
  // One more candidate than there are records, so at least one is free.
  const numbered = Array.from(records, (_, i) => `${own} ${i + 2}`)
  const names = [RECORD_NAME, own, ...numbered]
  return names.find(name => !taken.has(name.toLowerCase())) ?? own
}

/** The state of the manager's record (1/I). Values that the manager hides are not counted against it. */
export function webhookState(
  live: LiveRecord | null,
  stored: StoredWebhook | null,
  expected_url: string,
): ManagedWebhook['state'] {
  if (!live) return 'missing'
  if (!stored || live.username === '') return 'credential_missing'
  const current = usernameFor(stored.credential_hash)
  const former = stored.former_hash && usernameFor(stored.former_hash)
  if (live.username !== null && live.username !== current && live.username !== former) {
    return 'credential_missing'
  }
  const holdsCurrent = live.username === null ? !stored.is_pending : live.username === current
  const pointsHere = live.url === null || live.url === expected_url
  return holdsCurrent && pointsHere && live.is_complete ? '' : 'stale'
}

/** C60: the same at a poll, which also distinguishes disabled from changed. */
export function polledState(
  live: LiveRecord | null,
  stored: StoredWebhook | null,
  expected_url: string,
): WebhookState {
  const state = webhookState(live, stored, expected_url)
  return live && !live.is_enabled ? 'disabled' : state
}

/**
 * C60: in these states, arrivals are not reported any more. A missing own address is not a loss: the webhook never
 * worked.
 */
export function isLoss(state: WebhookState): boolean {
  return state !== '' && state !== 'no_callback_url'
}

/** C60: repaired automatically. A record that somebody disabled or gave another password needs a person. */
export function isRepairable(state: WebhookState): boolean {
  return state === 'missing' || state === 'stale'
}

/** 1/6: events after which the queue and the library may have changed. */
export function changesTheQueue(event_type: string): boolean {
  return /^(Grab|Download|ImportComplete|(Download|Import)Failure|ManualInteractionRequired|\w+(Add|Added|Delete|Deleted|DeleteForUpgrade))$/.test(
    event_type,
  )
}

const Message = z.looseObject({})

/** Null: not a JSON object in UTF-8. */
export function readMessage(bytes: Uint8Array): Record<string, unknown> | null {
  try {
    const text = new TextDecoder('utf-8', { fatal: true }).decode(bytes)
    return Message.safeParse(JSON.parse(text)).data ?? null
  } catch {
    return null
  }
}
