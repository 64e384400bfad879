export type { Correctives } from './corrective-requests.ts'
export type {
  DescribeMovie,
  Live,
  LiveReader,
  LiveTitle,
  PolicyOf,
  ProveAlbum,
  ReadTitle,
  TvMatches,
} from './neighbours.ts'
export { createMusicRows } from './music-rows.ts'
export { findDeliveredRecord } from './music-store.ts'
export { createNewestOwn } from './newest-own.ts'
export { requestRoutes } from './request-routes.ts'
export { countHeldUp } from './queue-store.ts'
export { countPending, decidedAmong, findRequest, findRequests, updateRequest } from './request-store.ts'
export { createRequests } from './requests.ts'
export { createSavedBooks, outcomesOf } from './saved-books.ts'
export { subscribersOf } from './subscription-store.ts'
export { seasonUnits } from './unit-rules.ts'
