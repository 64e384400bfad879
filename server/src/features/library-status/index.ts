export { presentSibling, presentStatus, type Reading, statusFields } from './answer/answer-rules.ts'
export { type LibraryStatus, type OnStale, targetOf } from './read/library-snapshot.ts'
export type { Matches } from './read/matches.ts'
export { overlay } from './answer/overlay-rules.ts'
export { createReadBudget } from './read/read-budget.ts'
export { keyOf, type Projections, type ReadOptions } from './read/projections.ts'
export { downloadedShare, share } from './live/progress-rules.ts'
export { reconcile } from './answer/reconcile-rules.ts'
export {
  identityOf,
  type LearnTitle,
  type LatestOwnRequest,
  type SavedRow,
  type Title,
} from './answer/saved-rows.ts'
export { scopeSeries } from './answer/scope-rules.ts'
export {
  type Known,
  type LiveStatus,
  type LiveMovie,
  type SeriesTarget,
  type LiveSeries,
  unknown,
} from './live/live-status.ts'
