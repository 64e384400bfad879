export { presentSibling, presentStatus, type Reading, standingOf } from './answer-rules.ts'
export { type LibraryStatus, type OnStale, targetOf } from './library-truth.ts'
export type { Matches } from './matches.ts'
export { overlay } from './overlay-rules.ts'
export { createPatience } from './patience.ts'
export { keyOf, type Projections, type ReadOptions } from './projections.ts'
export { downloadedShare, share } from './progress-rules.ts'
export { reconcile } from './reconcile-rules.ts'
export { identityOf, type LearnTitle, type NewestOwn, type SavedRow, type Title } from './saved-rows.ts'
export { scopeTruth } from './scope-rules.ts'
export {
  type Known,
  type LiveStatus,
  type MovieTruth,
  type SeriesTarget,
  type SeriesTruth,
  unknown,
} from './truth.ts'
