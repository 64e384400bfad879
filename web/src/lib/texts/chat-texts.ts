import { lazyTexts } from './lazy-texts.ts'

/** Texts of the chat. */
export const chatTexts = lazyTexts(() => import('#locales/en/chat.ts').then(({ chatTexts }) => chatTexts))
