export { presentSibling, presentStatus, type Reading, statusFields } from './answer-rules.ts'
export { type LibraryStatus, type OnStale, targetOf } from './library-snapshot.ts'
export type { Matches } from './matches.ts'
export { overlay } from './overlay-rules.ts'
export { createReadBudget } from './read-budget.ts'
export { keyOf, type Projections, type ReadOptions } from './projections.ts'
export { downloadedShare, share } from './progress-rules.ts'
export { reconcile } from './reconcile-rules.ts'
export {
  identityOf,
  type LearnTitle,
  type LatestOwnRequest,
  type SavedRow,
  type Title,
} from './saved-rows.ts'
export { scopeSeries } from './scope-rules.ts'
export {
  type Known,
  type LiveStatus,
  type LiveMovie,
  type SeriesTarget,
  type LiveSeries,
  unknown,
} from './live-status.ts'
