export { createAlbumProof } from './album-proof.ts'
export { createMusicLibrary } from './music-library.ts'
export { musicLibraryRoutes } from './music-library-routes.ts'
export type { MusicTruth } from './music-truth.ts'
