import { lazyTexts } from './lazy-texts.ts'

/** Texts of the inbox, the account page and the notification settings. */
export const notificationTexts = lazyTexts(() =>
  import('#locales/en/notices.ts').then(({ notices }) => notices),
)
