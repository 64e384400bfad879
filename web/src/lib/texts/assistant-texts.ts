import { lazyTexts } from './lazy-texts.ts'

/** Texts of the page where people connect assistants. */
export const assistantTexts = lazyTexts(() =>
  import('#locales/en/assistants.ts').then(({ assistantTexts }) => assistantTexts),
)

/** Texts of the pages about the AI for chat: one's own, and the one that the server includes. */
export const aiTexts = lazyTexts(() => import('#locales/en/ai.ts').then(({ aiTexts }) => aiTexts))

/** Texts of the admin's pages: tools, configuration history, proposed changes. */
export const assistantSettingsTexts = lazyTexts(() =>
  import('#locales/en/assistant-settings.ts').then(({ assistantSettings }) => assistantSettings),
)
