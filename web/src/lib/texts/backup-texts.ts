import { lazyTexts } from './lazy-texts.ts'

/** Texts of the page about backups. */
export const backupTexts = lazyTexts(() =>
  import('#locales/en/backups.ts').then(({ backupTexts }) => backupTexts),
)
