export type { Recovery } from './recovery.ts'
