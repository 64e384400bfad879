export { REMEDIATIONS } from './actions/queue-actions.ts'
export type { LibraryOperations } from './library-operations.ts'
