export { remediation, type SavedRemediation } from './settings/remediation-settings.ts'
