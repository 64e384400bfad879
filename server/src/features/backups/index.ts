export { createBackups } from './backup-jobs.ts'
