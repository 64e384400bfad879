export { createShareInviteEmail } from './invite-email.ts'
export { userRoutes } from './user-routes.ts'
export { createUsers } from './user-service.ts'
