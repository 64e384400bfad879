import type { ManagedWebhook, WebhookState as PolledState } from '@foyer/contract/library-webhooks'

export type WebhookState =
  | 'working'
  | 'missing'
  | 'stale'
  | 'disabled'
  | 'credential_missing'
  | 'credential_refused'
  | 'no_callback_url'

/**
 * The state and action of a manager's webhook (1/I). The current record comes first; the last poll explains it, or
 * reports that the manager uses a wrong password (C60).
 */
export function webhookState(
  webhook: ManagedWebhook,
  polled: PolledState,
): {
  state: WebhookState
  tone: 'ok' | 'info' | 'warn'
  offers: 'install' | 'renew' | null
} {
  const live = webhook.state || (webhook.configured ? 'working' : 'missing')
  if (live === 'stale' && polled === 'disabled') return { state: polled, tone: 'warn', offers: 'renew' }
  if (live === 'working' && polled === 'credential_refused') {
    return { state: polled, tone: 'warn', offers: 'renew' }
  }
  if (live === 'working') return { state: live, tone: 'ok', offers: 'renew' }
  if (live === 'no_callback_url') return { state: live, tone: 'warn', offers: null }
  if (live === 'missing') return { state: live, tone: 'info', offers: 'install' }
  return { state: live, tone: 'warn', offers: 'renew' }
}
