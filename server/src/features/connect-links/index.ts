export { makeAdminLink } from './admin-link.ts'
export { linkBase } from './address-rules.ts'
export { externalAddress } from './address-settings.ts'
export { pendingInviteIds } from './connect-store.ts'
