import type { AiDeviceFlow } from '@foyer/contract/assistant/ai-oauth'
import { ApiError } from '#lib/api-error.ts'

export type FlowEnd = Exclude<AiDeviceFlow['status'], 'pending'> | 'lost'

interface Polled {
  flow: AiDeviceFlow | undefined
  error: unknown
  /** Until the code expires. */
  left_ms: number
}

/**
 * How a link ended; null while it is waited for. The server forgets a flow when it expires or a newer one replaces it.
 * The countdown itself ends nothing: the code may have been entered in time while the account is still being tried.
 */
export function flowEnd({ flow, error, left_ms }: Polled): FlowEnd | null {
  if (flow && flow.status !== 'pending') return flow.status
  if (error instanceof ApiError && error.status === 404) return left_ms > 0 ? 'lost' : 'expired'
  return null
}
