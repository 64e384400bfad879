export { makeAdminLink } from './admin-link.ts'
export { externalAddress } from './address-settings.ts'
export type { ConnectLinks, LinkOrigin } from './connect-service.ts'
export { deleteInvite, findInvite, type Invite, pendingInviteIds } from './connect-store.ts'
