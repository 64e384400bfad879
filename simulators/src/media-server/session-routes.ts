import { type Answer, json } from '../kit/answer.ts'
import type { JsonRecord } from '../kit/json.ts'
import type { MediaAccess, Route, Session } from './access.ts'
import { type MediaAccounts, type MediaUser, ticks } from './accounts.ts'

export interface SessionPlan {
  route: Route
  access: Pick<MediaAccess<unknown>, 'sessions'>
  /** How it says that a call is done. */
  done: () => Answer
  resource: (session: Session) => JsonRecord
}

export function routeSessions({ route, access, done, resource }: SessionPlan): void {
  route('POST /Sessions/Logout', 'caller', (_request, caller) => {
    if (caller?.kind === 'user') access.sessions.delete(caller.session.token)
    return done()
  })
  route('GET /Sessions', 'caller', () => json([...access.sessions.values()].map(resource)))
}

/** The answer to a sign-in that worked. */
export function signedIn(
  accounts: MediaAccounts,
  session: Session,
  shown: { user: (user: MediaUser) => JsonRecord; session: (session: Session) => JsonRecord },
): Answer {
  return json({
    User: shown.user(session.user),
    SessionInfo: shown.session(session),
    AccessToken: session.token,
    ServerId: accounts.server_id,
  })
}

/** The members of a session that both servers tell. */
export function sessionParts(accounts: MediaAccounts, session: Session): JsonRecord {
  return {
    PlayState: { CanSeek: false, IsPaused: false, IsMuted: false, RepeatMode: 'RepeatNone' },
    AdditionalUsers: [],
    PlayableMediaTypes: [],
    Id: session.id,
    UserId: session.user.id,
    UserName: session.user.name,
    Client: session.client,
    LastActivityDate: ticks(session.at),
    DeviceName: session.device,
    DeviceId: session.device_id,
    ApplicationVersion: session.version,
    SupportsRemoteControl: false,
    ServerId: accounts.server_id,
    SupportedCommands: [],
  }
}
