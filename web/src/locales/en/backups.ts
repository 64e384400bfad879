import backups from './backups.json'

/** Loaded with the page about backups; see lib/texts/backup-texts.ts. */
export const backupTexts = { backups }
