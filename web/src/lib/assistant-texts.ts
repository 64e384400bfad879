import { lazyTexts } from './lazy-texts.ts'

/** Texts of the page where people connect assistants. */
export const assistantTexts = lazyTexts(() =>
  import('../locales/en/assistants.ts').then(({ assistantTexts }) => assistantTexts),
)

/** Texts of the admin's pages: tools, configuration history, proposed changes. */
export const assistantSettingsTexts = lazyTexts(() =>
  import('../locales/en/assistant-settings.ts').then(({ assistantSettings }) => assistantSettings),
)
