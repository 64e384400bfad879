import sign_in from './sign-in.json'

/** Loaded with the sign-in page, the account page and an admin's page of a user; see lib/texts/sign-in-texts.ts. */
export const signIn = { sign_in }
