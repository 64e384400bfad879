export { userRoutes } from './user-routes.ts'
export { createUsers } from './user-service.ts'
