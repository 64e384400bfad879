import type { Role } from '@foyer/contract/permissions'
import type { TokenResponse } from '@foyer/contract/sessions/sessions'
import { usernameKey } from '#features/sessions/session-rules.ts'
import { PASSWORD, type TestApp } from './app.ts'
import { type Call, callAs } from './calls.ts'

/** Adds a user as admins do: by a connect link, which the user opens at once. */
export async function addUser(app: TestApp, asAdmin: Call, name: string): Promise<TokenResponse> {
  const { link } = (await asAdmin('POST', '/api/admin/connect-token', { name })).body
  const form = { token: tokenOf(link), device_name: `${name}'s phone` }
  const connected = await callAs(app)('POST', '/api/auth/connect', form)
  if (connected.status !== 200) throw new Error(`connect answered ${connected.status}`)
  return connected.body
}

export function tokenOf(link: string): string {
  return new URL(link).searchParams.get('token') ?? ''
}

/** Adds a user with the first admin's password, who signs in with it. */
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

/** Adds people by the hundred, who never sign in and may use this instance. Returns their ids in order. */
export async function addGranted(app: TestApp, instance_id: string, count: number): Promise<number[]> {
  return app.database.transaction(async tx => {
    const admin = await tx.selectFrom('users').selectAll().where('id', '=', 1).executeTakeFirstOrThrow()
    const { id: _, ...fields } = admin
    const names = Array.from({ length: count }, (_, n) => `granted-${n}`)
    const people = await tx
      .insertInto('users')
      .values(names.map(name => ({ ...fields, username: name, username_key: name, role: 'user' as const })))
      .returning('id')
      .execute()
    const grants = people.map(({ id }) => ({ user_id: id, instance_id, created_at: admin.created_at }))
    await tx.insertInto('instance_grants').values(grants).execute()
    return people.map(({ id }) => id).sort((a, b) => a - b)
  })
}

export async function signIn(app: TestApp, username: string): Promise<TokenResponse> {
  const answer = await callAs(app)('POST', '/api/auth/login', { username, password: PASSWORD })
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
