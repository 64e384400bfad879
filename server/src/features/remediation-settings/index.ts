export { remediation, type SavedRemediation } from './remediation-settings.ts'
