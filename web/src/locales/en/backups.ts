import backups from './backups.json'

/** Loaded with the page about backups; see lib/backup-texts.ts. */
export const backupTexts = { backups }
