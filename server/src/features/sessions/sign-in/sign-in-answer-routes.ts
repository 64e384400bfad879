import type { TokenResponse } from '@foyer/contract/sessions/sessions'
import { Answer } from '#http/bind.ts'
import type { SignedIn } from '../session-issuer.ts'

const IMAGE_COOKIE = 'foyer_images'
/** The longest lifetime browsers allow for a cookie; it is renewed with every refresh. */
const COOKIE_SECONDS = 400 * 24 * 3600

export type SignInAnswer = (signedIn: SignedIn, origin: string) => Answer<TokenResponse>

/** The response of every sign-in method: the tokens, and the cookie that only opens images (R14). */
export function createSignInAnswer(base_path: string): SignInAnswer {
  return ({ tokens, image_token }, origin) => {
    const secure = origin.startsWith('https:') ? '; Secure' : ''
    const cookie = `${IMAGE_COOKIE}=${image_token}; HttpOnly; SameSite=Strict; Path=${base_path}/api; Max-Age=${COOKIE_SECONDS}${secure}`
    return new Answer(tokens, { headers: { 'set-cookie': cookie } })
  }
}
