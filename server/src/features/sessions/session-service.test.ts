import { hash, verify } from '@node-rs/argon2'
import { describe, expect, it } from 'vitest'
import { createTestClock } from '#test/test-clock.ts'
import { createSecretBox } from '#kit/crypto.ts'
import { createTestLog } from '#test/test-log.ts'
import { openFresh } from '#test/engines.ts'
import { createAccessTokens } from './access-tokens.ts'
import { createPasswordProof } from './password/password-proof.ts'
import { createPasswords } from './password/passwords.ts'
import { createSessionIssuer } from './session-issuer.ts'
import { createSessionService } from './session-service.ts'
import { createSignInThrottle } from './sign-in/sign-in-throttle.ts'
import { createUserView } from './user-view.ts'

const PASSWORD = 'correct horse'

/** The real service with an argon2 that counts its calls. */
async function open(
  links = new Map<number, { sso_linked: boolean; invite_linked: boolean; invited_at: string }>(),
) {
  const database = await openFresh('sqlite')
  const clock = createTestClock()
  const tokens = createAccessTokens({ clock, box: createSecretBox(new Uint8Array(32)) })
  const view = createUserView(async () => links)
  const issuer = createSessionIssuer({ database, clock, tokens, view })
  const counted = { verifications: 0 }
  const passwords = createPasswords({
    hash,
    verify: (...given) => {
      counted.verifications += 1
      return verify(...given)
    },
  })
  const ssoRequired = async () => false
  const devicesEnded = async () => {}
  const provePassword = createPasswordProof({
    database,
    log: createTestLog(),
    passwords,
    ssoRequired,
    throttle: createSignInThrottle(clock),
    signInThrottled: async () => {},
  })
  const sessions = createSessionService({
    database,
    clock,
    tokens,
    passwords,
    issuer,
    view,
    provePassword,
    devicesEnded,
  })
  const credentials = (username: string, password = PASSWORD) => ({ username, password, user_agent: '' })
  await sessions.setUp(credentials('ana'))
  return { database, sessions, counted, credentials }
}

describe('a sign-in that fails (1/4.1, R5)', () => {
  it.each(['unknown user', 'wrong password', 'disabled method', 'no password'])(
    'costs one verification and says the same: %s',
    async why => {
      const { database, sessions, counted, credentials } = await open()
      const change = {
        'disabled method': { password_enabled: 0 as const },
        'no password': { password_hash: null },
      }[why]
      if (change) await database.transaction(tx => tx.updateTable('users').set(change).execute())
      const attempt = {
        'unknown user': credentials('nobody'),
        'wrong password': credentials('ana', 'not right'),
      }[why]
      const failure = await sessions.logIn(attempt ?? credentials('ana')).then(
        () => null,
        (error: unknown) => error,
      )
      expect(failure).toMatchObject({ code: 'invalid_credentials', status: 401 })
      expect(counted.verifications).toBe(1)
    },
  )

  it('takes as much hashing as a successful one', async () => {
    const { sessions, counted, credentials } = await open()
    await sessions.logIn(credentials('ANA'))
    expect(counted.verifications).toBe(1)
  })
})

describe('the user object (1/4.1)', () => {
  it('includes the fields of slices that link identities', async () => {
    const invited_at = '2026-11-15T08:00:00.000Z'
    const links = new Map([[1, { sso_linked: true, invite_linked: true, invited_at }]])
    const { sessions, credentials } = await open(links)
    const { tokens } = await sessions.logIn(credentials('ana'))
    expect(tokens.user).toMatchObject({ sso_linked: true, invite_linked: true, invited_at, child: false })
    expect(tokens.user).not.toHaveProperty('content_limits')
  })
})
