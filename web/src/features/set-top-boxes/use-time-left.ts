import { serverTime } from '#lib/api.ts'
import { useNow } from '#lib/use-now.ts'

/**
 * Milliseconds until a moment of the server's clock, counted down each half second; 0 afterwards. The server's clock is
 * an estimate, so never more than there can be.
 */
export function useTimeLeft(until: string, most_ms: number): number {
  useNow(500)
  return Math.min(most_ms, Math.max(0, Date.parse(until) - serverTime.now()))
}
