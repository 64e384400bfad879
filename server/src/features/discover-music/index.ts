export { createDiscoverMusic } from './discover-music.ts'
export { discoverMusicRoutes } from './discover-music-routes.ts'
