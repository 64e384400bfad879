export type { SeriesPlace, TitleRecords } from './media-file-parts.ts'
