import type { getAuthStatus, LoginMethod } from '@foyer/contract/sessions/sessions'
import type { z } from 'zod'
import { isSecureOrigin } from '../session-rules.ts'
import type { SessionService } from '../session-service.ts'

export type AuthStatus = z.input<typeof getAuthStatus.response>

/** What another slice adds to the status. */
export interface StatusPart {
  read(): Promise<Partial<AuthStatus>>
  /** Changes with every fact of this part that is not a stored row, such as a provider that does not answer. */
  version(): number
}

export interface StatusParts {
  sessions: Pick<SessionService, 'isSetUp'>
  server: { server_name: string; version: string }
  native_passkeys: { apple_configured: boolean; android_configured: boolean }
  /**
   * The sign-in methods beside the password for this origin, in wire order. Depends on configuration, stored rows and
   * the versions of the parts alone, because the status is cached until one of these changes.
   */
  otherLoginMethods: (origin: string) => Promise<Exclude<LoginMethod, 'password'>[]>
  status_parts: readonly StatusPart[]
}

/** How people can sign in at this origin. */
export type ReadStatus = (origin: string) => Promise<AuthStatus>

export function createStatusReader({ sessions, server, ...parts }: StatusParts): ReadStatus {
  return async origin => {
    const setup_complete = await sessions.isSetUp()
    const further = await Promise.all(parts.status_parts.map(part => part.read()))
    return Object.assign(
      {
        setup_complete,
        needs_setup: !setup_complete,
        login_methods: ['password', ...(await parts.otherLoginMethods(origin))],
        webauthn_available: isSecureOrigin(origin),
        native_passkeys: parts.native_passkeys,
        server_name: server.server_name,
        version: server.version,
      } satisfies AuthStatus,
      ...further,
    )
  }
}
