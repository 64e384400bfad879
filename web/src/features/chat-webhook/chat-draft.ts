import type { ChatNotifications } from '@foyer/contract/chat-notifications'

export interface ChatDraft {
  enabled: boolean
  include_auto_approved: boolean
  /** Null keeps the saved address. */
  webhook_url: string | null
}

export interface ChatChange {
  enabled: boolean
  include_auto_approved: boolean
  webhook_url?: string
}

export function chatDraftOf({ enabled, include_auto_approved, has_webhook }: ChatNotifications): ChatDraft {
  return { enabled, include_auto_approved, webhook_url: has_webhook ? null : '' }
}

/** The typed address; undefined keeps the saved one. */
export function typedUrl({ webhook_url }: ChatDraft): string | undefined {
  return webhook_url?.trim() || undefined
}

export function chatChangeOf(draft: ChatDraft): ChatChange {
  const { enabled, include_auto_approved } = draft
  const webhook_url = typedUrl(draft)
  return { enabled, include_auto_approved, ...(webhook_url && { webhook_url }) }
}

/** Neither saved nor typed: nothing can be posted or tested (2/4.10 `webhook_required`). */
export function lacksUrl(draft: ChatDraft, { has_webhook }: ChatNotifications): boolean {
  return !has_webhook && typedUrl(draft) === undefined
}
