import type { Tx } from '#db/database.ts'
import { acceptUsername, findUserByKey, usernameKey } from '#features/sessions/index.ts'

const USERNAME_MAX = 128
const FALLBACK = 'user'

/** 2/4.3, C43: the provider's name; if somebody has it, `-2`, `-3` and so on. Call it under the lock of the users. */
export async function freeUsername(tx: Tx, wanted: string): Promise<string> {
  const letters = Array.from(
    wanted
      .normalize('NFC')
      .replace(/\p{Cc}/gu, '')
      .trim(),
  )
  const name = acceptUsername(letters.slice(0, USERNAME_MAX).join('')) ?? FALLBACK
  for (let number = 1; ; number += 1) {
    const suffix = number === 1 ? '' : `-${number}`
    const candidate =
      Array.from(name)
        .slice(0, USERNAME_MAX - suffix.length)
        .join('') + suffix
    if (!(await findUserByKey(tx, usernameKey(candidate)))) return candidate
  }
}
