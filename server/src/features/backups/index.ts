export { type BackupHealth, readBackupHealth } from './backup-health.ts'
