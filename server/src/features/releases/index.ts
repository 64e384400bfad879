export { type CalendarFeeds, createCalendarFeeds } from './calendar-feeds.ts'
export { releaseRoutes } from './release-routes.ts'
export { createReleases, type ReleaseService } from './release-service.ts'
