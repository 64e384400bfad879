import type { ManagedWebhook } from '@foyer/contract/library-webhooks'

export type WebhookState = 'working' | 'missing' | 'stale' | 'credential_missing' | 'no_callback_url'

/** What to say and what to offer about the webhook of one manager (1/I). */
export function webhookState(webhook: ManagedWebhook): {
  state: WebhookState
  tone: 'ok' | 'info' | 'warn'
  offers: 'install' | 'renew' | null
} {
  const state = webhook.state || (webhook.configured ? 'working' : 'missing')
  if (state === 'working') return { state, tone: 'ok', offers: 'renew' }
  if (state === 'no_callback_url') return { state, tone: 'warn', offers: null }
  if (state === 'missing') return { state, tone: 'info', offers: 'install' }
  return { state, tone: 'warn', offers: 'renew' }
}
