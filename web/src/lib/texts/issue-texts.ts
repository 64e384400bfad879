import { lazyTexts } from './lazy-texts.ts'

/** Texts of the reports and of the sheet that reports a problem. */
export const issueTexts = lazyTexts(() =>
  import('#locales/en/issues.ts').then(({ issueTexts }) => issueTexts),
)
