import type { ChatAlert, MessageTest } from '@foyer/contract/chat-notifications'
import type { SentAlert } from '#features/notifications/index.ts'
import type { SavedChatWebhook } from './chat-webhook-settings.ts'

/** The address of an incoming webhook: where it is called, and what makes two addresses the same webhook. */
export interface WebhookAddress {
  url: string
  identity: string
  token: string
}

export type ReadAddress = (text: string) => WebhookAddress | null

export interface ChatWebhookChange {
  enabled: boolean
  include_auto_approved?: boolean | undefined
  webhook_url?: string | undefined
}

export interface ChangedWebhook {
  next: SavedChatWebhook
  /** The unsent alerts that are no longer wanted. */
  cancels: 'all' | 'auto_approved' | 'none'
}

/**
 * The settings after a change (2/4.10): a blank or omitted address and an omitted option are kept. Saving the same
 * webhook again replaces nothing.
 */
export function applyChange(
  before: SavedChatWebhook,
  change: ChatWebhookChange,
  { readAddress, newPlace }: { readAddress: ReadAddress; newPlace: () => string },
): ChangedWebhook | 'webhook_required' | 'invalid_webhook_url' {
  const entered = change.webhook_url || ''
  const address = entered === '' ? null : readAddress(entered)
  if (entered !== '' && !address) return 'invalid_webhook_url'
  const isReplaced = address !== null && address.identity !== readAddress(before.webhook_url)?.identity
  const webhook_url = isReplaced ? entered : before.webhook_url
  if (change.enabled && webhook_url === '') return 'webhook_required'
  const { enabled, include_auto_approved = before.include_auto_approved } = change
  const isAnother = isReplaced || enabled !== before.enabled
  const place = isAnother && enabled ? newPlace() : before.place
  return {
    next: { enabled, include_auto_approved, webhook_url, place },
    cancels: !enabled || isReplaced ? 'all' : include_auto_approved ? 'none' : 'auto_approved',
  }
}

const inSeconds = (time: string) => Math.floor(Date.parse(time) / 1000)

/** Times are Unix seconds (2/4.10). */
export function presentAlerts(rows: readonly SentAlert[]): ChatAlert[] {
  return rows.flatMap(({ request_id, status, detail, attempts, updated_at, next_attempt_at }) =>
    request_id === null
      ? []
      : {
          request_id,
          status,
          detail,
          attempts,
          updated_at: inSeconds(updated_at),
          ...(next_attempt_at !== null && { next_attempt_at: inSeconds(next_attempt_at) }),
        },
  )
}

/** A test is not repeated, so one that was rejected for now has failed (2/4.10). */
export const TEST_STATUS = {
  sent: 'sent',
  retry: 'failed',
  failed: 'failed',
  unconfirmed: 'unconfirmed',
} as const satisfies Record<string, MessageTest['status']>
