export type { DownLibraries } from './down-libraries.ts'
