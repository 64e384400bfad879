export type { ManagerConfiguration } from './manager-configuration.ts'
export type { ProfilePreview } from './profile-changes.ts'
export { countPending as countPendingProposals } from './profile-proposal-store.ts'
