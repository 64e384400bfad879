import type { TokenResponse } from '@foyer/contract/sessions/sessions'
import type { TestAnswer, TestApp } from './app.ts'

export type Ask = (method: string, path: string, body?: unknown) => Promise<TestAnswer>

let lastAddress = 0

/** Speaks as the holder of this token; each call from an address of its own (0.5). */
export function ask(app: TestApp, token?: string): Ask {
  return (method, path, body) => {
    lastAddress += 1
    return app.call(method, path, {
      from: `10.9.${lastAddress >> 8}.${lastAddress & 255}`,
      ...(token !== undefined && { token }),
      ...(body !== undefined && { body }),
    })
  }
}

/** A household with its first admin, who speaks through the answer. */
export async function setUpHousehold(app: TestApp): Promise<{ admin: TokenResponse; asAdmin: Ask }> {
  const admin = await app.setUp()
  return { admin, asAdmin: ask(app, admin.access_token) }
}

/** Adds a person the way admins do: by a connect link, which the person opens at once. */
export async function addPerson(app: TestApp, asAdmin: Ask, name: string): Promise<TokenResponse> {
  const { link } = (await asAdmin('POST', '/api/admin/connect-token', { name })).body
  const token = tokenOf(link)
  const connected = await ask(app)('POST', '/api/auth/connect', { token, device_name: `${name}'s phone` })
  if (connected.status !== 200) throw new Error(`connect answered ${connected.status}`)
  return connected.body
}

export function tokenOf(link: string): string {
  return new URL(link).searchParams.get('token') ?? ''
}

/** Status and code of an answer, which is what refusals are judged by. */
export function refusal({ status, body }: TestAnswer): [number, string | undefined] {
  return [status, body?.code]
}
