import { postAuthLogout, type TokenResponse } from '@foyer/contract/sessions/sessions'
import { call, session } from './api.ts'

/** Signs in on this device. Another account is signed out properly, so that its device does not stay in the list. */
export async function replaceSession(tokens: TokenResponse): Promise<void> {
  const before = session.current()
  if (before && before.user.id !== tokens.user.id) await call(postAuthLogout).catch(() => undefined)
  session.accept(tokens)
}
