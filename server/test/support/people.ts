import type { Role } from '@foyer/contract/permissions'
import type { TokenResponse } from '@foyer/contract/sessions/sessions'
import { usernameKey } from '#features/sessions/session-rules.ts'
import { PASSWORD, type TestApp } from './app.ts'

/** Each sign-in comes from an address of its own, so that no test spends another's attempts (0.5). */
let lastAddress = 0

/** Adds a person who has the first admin's password, and signs them in over HTTP. */
export async function signInAs(app: TestApp, username: string, role: Role): Promise<TokenResponse> {
  await app.database.transaction(async tx => {
    const admin = await tx.selectFrom('users').selectAll().where('id', '=', 1).executeTakeFirstOrThrow()
    const { id: _, ...fields } = admin
    await tx
      .insertInto('users')
      .values({ ...fields, username, username_key: usernameKey(username), role })
      .execute()
  })
  return signIn(app, username)
}

export async function signIn(app: TestApp, username: string): Promise<TokenResponse> {
  lastAddress += 1
  const answer = await app.call('POST', '/api/auth/login', {
    body: { username, password: PASSWORD },
    from: `198.18.${lastAddress >> 8}.${lastAddress & 255}`,
  })
  if (answer.status !== 200) throw new Error(`sign-in answered ${answer.status}`)
  return answer.body as TokenResponse
}

export async function changeRole(app: TestApp, user_id: number, role: Role): Promise<void> {
  await app.database.transaction(tx =>
    tx.updateTable('users').set({ role }).where('id', '=', user_id).execute(),
  )
}

export async function revokeDevice(app: TestApp, device_id: string): Promise<void> {
  await app.database.transaction(tx => tx.deleteFrom('devices').where('id', '=', device_id).execute())
}
