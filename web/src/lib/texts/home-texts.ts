import { lazyTexts } from './lazy-texts.ts'

/** Texts of the reader's own rows on Home. */
export const homeTexts = lazyTexts(() => import('#locales/en/home-rows.ts').then(({ homeRows }) => homeRows))
