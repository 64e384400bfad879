export { imageCacheRoutes } from './image-cache-routes.ts'
export { createImageCache, type ImageCache } from './image-cache-service.ts'
export { createImageFolder } from './image-folder.ts'
