export { bookIdentity } from './select/selection-rules.ts'
export type { Correctives } from './accept/corrective-requests.ts'
export type { Live, LiveMany, ReadTitle, TitleOf } from './dependencies.ts'
export { createMusicRows } from './follow/music-rows.ts'
export { findDeliveredRecord } from './follow/music-store.ts'
export { countUndelivered } from './decide/queue-store.ts'
export {
  countPending,
  decidedAmong,
  findRequest,
  findRequests,
  updateRequest,
} from './store/request-store.ts'
export { createSavedBooks, outcomesOf } from './follow/saved-books.ts'
export { subscribersOf } from './store/subscription-store.ts'
export { limitsStamp } from './prepare/request-preparation.ts'
export { seasonUnits } from './prepare/unit-rules.ts'
