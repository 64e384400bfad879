import { lazyTexts } from './lazy-texts.ts'

/** Texts of the sign-in page's other methods and of linked accounts. */
export const signInTexts = lazyTexts(() => import('#locales/en/sign-in.ts').then(({ signIn }) => signIn))

/** Texts of the admin's sign-in settings. */
export const signInSettingsTexts = lazyTexts(() =>
  import('#locales/en/sign-in-admin.ts').then(({ signInAdmin }) => signInAdmin),
)
