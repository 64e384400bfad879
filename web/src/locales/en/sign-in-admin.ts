import sign_in_settings from './sign-in-settings.json'

/** Loaded with the sign-in settings; see lib/texts/sign-in-texts.ts. */
export const signInAdmin = { sign_in_settings }
