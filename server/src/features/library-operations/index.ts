export type { LibraryOperations } from './library-operations.ts'
