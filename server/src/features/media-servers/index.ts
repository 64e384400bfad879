export { invitedSince } from './invites/invite-store.ts'
