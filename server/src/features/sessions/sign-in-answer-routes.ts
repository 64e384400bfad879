import type { TokenResponse } from '@foyer/contract/sessions'
import { Answer } from '#http/bind.ts'
import type { SignedIn } from './session-issuer.ts'

const IMAGE_COOKIE = 'foyer_images'
/** The longest life browsers grant a cookie; it is renewed with every refresh. */
const COOKIE_SECONDS = 400 * 24 * 3600

export type SignInAnswer = (signedIn: SignedIn, origin: string) => Answer<TokenResponse>

/** The answer of every way in: the tokens, and the cookie that opens images alone (R14). */
export function createSignInAnswer(base_path: string): SignInAnswer {
  return ({ tokens, image_token }, origin) => {
    const secure = origin.startsWith('https:') ? '; Secure' : ''
    const cookie = `${IMAGE_COOKIE}=${image_token}; HttpOnly; SameSite=Strict; Path=${base_path}/api; Max-Age=${COOKIE_SECONDS}${secure}`
    return new Answer(tokens, { headers: { 'set-cookie': cookie } })
  }
}
