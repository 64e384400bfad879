import { serverTime } from '#lib/api.ts'
import { useNow } from '#lib/use-now.ts'

/** Milliseconds until a moment of the server's clock, counted down each half second; 0 afterwards. */
export function useTimeLeft(until: string): number {
  useNow(500)
  return Math.max(0, Date.parse(until) - serverTime.now())
}
