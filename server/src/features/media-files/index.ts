export type { TitleRecords } from './media-file-parts.ts'
