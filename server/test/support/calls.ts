import type { ServiceType } from '@foyer/contract/instances/instance-types'
import type { TokenResponse } from '@foyer/contract/sessions/sessions'
import type { TestAnswer, TestApp } from './app.ts'

/** A call of the API as one caller. */
export type Call = (method: string, path: string, body?: unknown) => Promise<TestAnswer>

let lastAddress = 0

/** Calls with this token, each time from a new address, so that no test meets a rate limit by accident (0.5). */
export function callAs(app: TestApp, token?: string): Call {
  return (method, path, body) => {
    lastAddress += 1
    return app.call(method, path, {
      from: `10.9.${lastAddress >> 8}.${lastAddress & 255}`,
      ...(token !== undefined && { token }),
      ...(body !== undefined && { body }),
    })
  }
}

/** Calls as this session for days: an access token lasts an hour. The server may be another one after a restart. */
export function callForDays(app: () => TestApp, { refresh_token }: TokenResponse): Call {
  let token = ''
  let until = 0
  return async (method, path, body) => {
    const now = app().clock.now().getTime()
    if (now >= until) {
      const session = await app().call('POST', '/api/auth/refresh', { body: { refresh_token } })
      token = expectOk(session).access_token
      until = now + 55 * 60_000
    }
    return callAs(app(), token)(method, path, body)
  }
}

/** The body of a successful answer; anything else fails the test. */
export function expectOk({ status, raw, body }: TestAnswer): TestAnswer['body'] {
  if (status !== 200 && status !== 201) throw new Error(`answered ${status} ${raw.toString()}`)
  return body
}

/** Status and code: all that tests compare of a refusal. */
export function refusal({ status, body }: TestAnswer): [number, string | undefined] {
  return [status, body?.code]
}

/** Gives a user exactly these instances, by type of service. */
export async function setGrants(
  asAdmin: Call,
  user_id: number,
  grants: { [type in ServiceType]?: readonly string[] },
): Promise<void> {
  expectOk(await asAdmin('PUT', `/api/admin/users/${user_id}/instance-grants`, grants))
}
