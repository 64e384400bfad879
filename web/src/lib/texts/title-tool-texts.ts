import { lazyTexts } from './lazy-texts.ts'

/** Texts of what admins do with a title. */
export const titleToolTexts = lazyTexts(() =>
  import('#locales/en/title-tools.ts').then(({ titleToolTexts }) => titleToolTexts),
)
