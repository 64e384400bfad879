export type { ImageCache } from './image-cache-service.ts'
