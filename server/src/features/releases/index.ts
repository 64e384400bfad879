export { createCalendarFeeds } from './calendar-feeds.ts'
export { releaseRoutes } from './release-routes.ts'
export { createReleases } from './release-service.ts'
