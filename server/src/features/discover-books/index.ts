export { createCoverRelay } from './cover-relay.ts'
export { discoverBookRoutes } from './discover-book-routes.ts'
export { createTrendingBooks } from './trending-service.ts'
