import { lazyTexts } from './lazy-texts.ts'

/** Texts of the admin's page about TV boxes and of "Open on TV". */
export const setTopBoxTexts = lazyTexts(() =>
  import('#locales/en/set-top-boxes.ts').then(({ setTopBoxTexts }) => setTopBoxTexts),
)
