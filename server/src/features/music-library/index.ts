export { createMusicLibrary } from './music-library.ts'
export { musicLibraryRoutes } from './music-library-routes.ts'
export type { AlbumName, MusicReceipt, SavedMusic } from './music-status.ts'
export type { MusicTruth } from './music-truth.ts'
