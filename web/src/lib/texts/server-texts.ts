import { lazyTexts } from './lazy-texts.ts'

/** Texts of the media servers: the page of one's own, the watch and listen buttons, and the admin's cards. */
export const serverTexts = lazyTexts(() => import('#locales/en/servers.ts').then(({ servers }) => servers))
