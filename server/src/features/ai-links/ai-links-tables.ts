import type { AiOauthProvider } from '@foyer/contract/assistant/ai-providers'
import type { AI_FLOW_STATUSES } from '@foyer/contract/assistant/ai-oauth'
import type { Fixed, Flag, Time } from '#db/column-types.ts'

/** Whose link it is: the server's, or one person's. */
export type LinkOwner = 'shared' | `user:${number}`

/** An account at a provider, linked by a code (2:4.6). A new link replaces the row, and with it the id. */
export interface AiLinksTable {
  id: Fixed<string>
  owner: Fixed<LinkOwner>
  /** Null for the server's. */
  user_id: Fixed<number | null>
  provider: Fixed<AiOauthProvider>
  /** Sealed JSON; the purpose is the link's id. */
  tokens_box: string
  /** Of the access token. */
  expires_at: Time
  email: string | null
  plan_type: string | null
  /** Which servers and which app the tokens are for. They are never sent to others (C67). */
  issued_by: Fixed<string>
  /** Counts renewals, so that nobody renews what was renewed while they looked. */
  revision: number
  /** The revision whose access token the provider refused during its lifetime. */
  refused_revision: number | null
  /** Set before a renewal leaves and cleared by its answer: still there, the outcome is unknown. */
  renewal_began_at: Time | null
  reconnect_required: Flag
  created_at: Fixed<Time>
  updated_at: Time
}

/** A link under way: somebody enters a code on the provider's page. */
export interface AiDeviceFlowsTable {
  id: Fixed<string>
  owner: Fixed<LinkOwner>
  /** Who began it. */
  user_id: Fixed<number>
  /** The session it was begun in: without it, nothing is linked. */
  device_id: Fixed<string>
  provider: Fixed<AiOauthProvider>
  /** The model to use once it is linked. */
  model: Fixed<string>
  device_code_box: Fixed<string>
  /** Sealed JSON, from the moment the code was entered until the account has answered. */
  tokens_box: string | null
  status: (typeof AI_FLOW_STATUSES)[number]
  error: string | null
  interval_seconds: number
  next_poll_at: Time
  expires_at: Fixed<Time>
  created_at: Fixed<Time>
}

export interface AiLinksTables {
  ai_links: AiLinksTable
  ai_device_flows: AiDeviceFlowsTable
}
