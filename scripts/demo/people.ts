export interface Person {
  username: string
  password: string
  about: string
}

const ANA: Person = { username: 'ana', password: 'velvet curtain', about: 'the admin' }
const BEN: Person = { username: 'ben', password: 'brass handrail', about: 'needs approval' }
const CARLA: Person = { username: 'carla', password: 'second balcony', about: 'needs no approval' }
const MIKA: Person = { username: 'mika', password: 'popcorn bucket', about: 'a kids account, up to PG' }

export const PEOPLE: readonly Person[] = [ANA, BEN, CARLA, MIKA]

export type Name = 'ana' | 'ben' | 'carla' | 'mika'
export type Call = <T = unknown>(method: string, path: string, body?: unknown) => Promise<T>

interface SignedIn {
  access_token: string
  refresh_token: string
  expires_in: number
  user: { id: number }
}

export interface Member {
  user_id: number
  /** Calls the API in their name; anything but success throws. */
  call: Call
}

/** Speaks to the API as a script would: nothing here that an admin or a user could not do with curl. */
function createCaller(base: string) {
  return async function send<T>(method: string, path: string, body?: unknown, token?: string): Promise<T> {
    const answer = await fetch(new URL(path, base), {
      method,
      headers: {
        ...(token && { authorization: `Bearer ${token}` }),
        ...(body !== undefined && { 'content-type': 'application/json' }),
      },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    })
    if (!answer.ok) throw new Error(`${method} ${path} answered ${answer.status}: ${await answer.text()}`)
    return (await answer.json()) as T
  }
}

/** People and how they come in: the first by setting Foyer up, the others by a link of the admin. */
export function createPeople(base: string, now: () => number) {
  const send = createCaller(base)

  /** Months pass between two calls, and an access token lasts an hour. */
  function member(signedIn: SignedIn): Member {
    let held = signedIn
    let ends = now() + held.expires_in * 1000
    return {
      user_id: signedIn.user.id,
      async call(method, path, body) {
        if (now() > ends - 60_000) {
          const { refresh_token } = held
          held = await send<SignedIn>('POST', 'api/auth/refresh', { refresh_token })
          ends = now() + held.expires_in * 1000
        }
        return send(method, path, body, held.access_token)
      },
    }
  }

  return {
    async setUp(): Promise<Member> {
      const { username, password } = ANA
      return member(await send<SignedIn>('POST', 'api/auth/setup', { username, password }))
    },

    /** A connect link, redeemed, with a password set. */
    async welcome(admin: Member, name: Name): Promise<Member> {
      const { link, user_id } = await admin.call<{ link: string; user_id: number }>(
        'POST',
        'api/admin/connect-token',
        { name },
      )
      await admin.call('PATCH', `api/admin/users/${user_id}/auth-methods`, {
        password_enabled: true,
        passkey_enabled: true,
      })
      const token = new URL(link).searchParams.get('token')
      const guest = member(
        await send<SignedIn>('POST', 'api/auth/connect', { token, device_name: 'Living room' }),
      )
      const password = PEOPLE.find(({ username }) => username === name)?.password
      await guest.call('POST', 'api/auth/password', { password })
      return guest
    },
  }
}
