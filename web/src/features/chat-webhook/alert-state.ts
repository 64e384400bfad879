import type { ChatAlert, ChatAlertStatus } from '@foyer/contract/chat-notifications'

/** 2:3. Unconfirmed is neither posted nor failed. */
export const TONES = {
  pending: 'warn',
  sending: 'info',
  sent: 'ok',
  failed: 'danger',
  unconfirmed: 'warn',
  cancelled: 'neutral',
} as const satisfies Record<ChatAlertStatus, string>

export function isUnderWay({ status }: Pick<ChatAlert, 'status'>): boolean {
  return status === 'pending' || status === 'sending'
}
