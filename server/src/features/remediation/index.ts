export { countProposed as countProposedActions } from './actions/action-store.ts'
export { remediation, type SavedRemediation } from './settings/remediation-settings.ts'
