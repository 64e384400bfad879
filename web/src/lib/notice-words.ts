import { lateWords } from './late-words.ts'

/** What the inbox, the account page and the settings of notifications say. */
export const noticeWords = lateWords(() => import('../locales/en/notices.ts').then(({ notices }) => notices))
