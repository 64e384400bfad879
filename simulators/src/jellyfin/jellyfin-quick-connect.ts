import { empty, json, text } from '../kit/answer.ts'
import { hexOf } from '../kit/ids.ts'
import { asRecord, type JsonRecord, textIn } from '../kit/json.ts'
import { isAdministrator, type KnownClient, knownClient, queryOf } from '../media-server/access.ts'
import { isDisabled, type MediaUser, plainId, ticks } from '../media-server/accounts.ts'
import { signedIn } from '../media-server/session-routes.ts'
import { describeClient } from './jellyfin-access.ts'
import { signInResources, unexplained, type UserRouteParts } from './jellyfin-user-routes.ts'

/** jellyfin.md, "Quick Connect": about ten minutes in the source. */
const LIFETIME_MS = 10 * 60_000

interface QuickConnectRequest {
  secret: string
  code: string
  client: KnownClient
  at: number
  /** Who entered the code in an app that is signed in. */
  user: MediaUser | null
}

export interface QuickConnect {
  /** Enters a code as the app of that user does; throws for a code that is not pending. */
  approve: (code: string, user_name: string) => void
}

/** Signing in by a code that is entered in an app that is signed in (jellyfin.md, "Quick Connect"). */
export function routeQuickConnect({ route, access, accounts, now }: UserRouteParts): QuickConnect {
  const shown = signInResources(accounts)
  const requests = new Map<string, QuickConnectRequest>()
  let made = 0

  const pending = (matches: (one: QuickConnectRequest) => boolean) =>
    requests.values().find(one => matches(one) && now() - one.at < LIFETIME_MS)
  const resource = ({ secret, code, client, at, user }: QuickConnectRequest): JsonRecord => ({
    Authenticated: user !== null,
    Secret: secret,
    Code: code,
    DeviceId: client.device_id,
    DeviceName: client.device,
    AppName: client.client,
    AppVersion: client.version,
    DateAdded: ticks(at),
  })
  const inactive = () =>
    access.switches.quick_connect ? null : text('Quick connect is not active on this server.', 401)

  route('GET /QuickConnect/Enabled', 'nothing', () => json(access.switches.quick_connect))
  route('POST /QuickConnect/Initiate', 'nothing', request => {
    const off = inactive()
    if (off) return off
    const client = knownClient(describeClient(request, access.switches))
    if (!client) return unexplained(400)
    made += 1
    const code = String(100_000 + ((made * 7919) % 900_000))
    const begun = { secret: hexOf(`quick-connect:${made}`, 64), code, client, at: now(), user: null }
    requests.set(begun.secret, begun)
    return json(resource(begun))
  })
  route('GET /QuickConnect/Connect', 'nothing', request => {
    const off = inactive()
    if (off) return off
    const found = pending(one => one.secret === queryOf(request, 'secret'))
    return found ? json(resource(found)) : empty(404)
  })
  route('POST /QuickConnect/Authorize', 'caller', (request, caller) => {
    const off = inactive()
    if (off) return off
    const asked = queryOf(request, 'userId')
    const own = caller?.kind === 'user' ? caller.user : undefined
    const user = asked === undefined ? own : accounts.users.get(plainId(asked))
    if (!user || (user !== own && !isAdministrator(caller))) return empty(403)
    const found = pending(one => one.code === queryOf(request, 'code'))
    if (!found) return empty(404)
    found.user = user
    return json(true)
  })
  route('POST /Users/AuthenticateWithQuickConnect', 'nothing', request => {
    const secret = textIn(asRecord(request.body), 'Secret')
    const found = pending(one => one.secret === secret)
    if (!found?.user || !accounts.users.has(found.user.id)) return unexplained(400)
    if (isDisabled(found.user)) return unexplained(403)
    return signedIn(accounts, access.open(found.user, found.client, now()), shown)
  })

  return {
    approve(code, user_name) {
      const found = pending(one => one.code === code)
      const user = accounts.named(user_name)
      if (!found || !user) throw new Error(`nobody can approve ${code} as ${user_name}`)
      found.user = user
    },
  }
}
