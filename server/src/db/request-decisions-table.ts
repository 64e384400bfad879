import type { Fixed, Time } from './column-types.ts'

/** A decision that is applied at `due_at` and can be taken back until then; the request stays pending. */
export interface RequestDecisionsTable {
  request_id: Fixed<number>
  verdict: 'approved' | 'denied'
  /** JSON: what an approval changes of the request; `{}` when nothing. */
  change: string
  /** Of a denial, for the requester. */
  reason: string | null
  decided_by: number
  due_at: Time
  /** JSON: the seasons and the match that the change comes to, read when it was decided. */
  scope: string | null
  /** Why it could not be applied when it was due; then the request waits for another decision. */
  failed_code: string | null
  created_at: Time
}
