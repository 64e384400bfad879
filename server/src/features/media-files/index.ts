export { mediaFileRoutes } from './media-file-routes.ts'
export type { TitleRecords } from './media-file-parts.ts'
export { createMediaFiles } from './media-files.ts'
