export type { QueueViews } from './queue-views.ts'
export { wasImportedSince } from './rules/report-rules.ts'
export { isOfScope } from './rules/scope-rules.ts'
export { isFetching } from './rules/sighting-rules.ts'
