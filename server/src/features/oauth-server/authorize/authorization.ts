import type { ToolAuthorization } from '@foyer/contract/sign-in/sign-in-flow'
import type { Database } from '#db/database.ts'
import type { ProvePassword } from '#features/sessions/index.ts'
import type { PasskeyProof } from '#features/signin-passkey/index.ts'
import { Refusal } from '#kit/refusal.ts'
import type { GivenAuthorization } from './authorization-rules.ts'
import type { Consents } from './consents.ts'
import type { OauthErrorCode } from '../oauth-error.ts'
import { withParameters } from '../clients/redirect-rules.ts'
import type { ToolAddresses } from '../grants/tool-access.ts'
import type { Accepted, Clients } from '../clients/tool-clients-service.ts'

const TOOL_CEREMONY = 'tool client'

/** What the person sent with the form. */
export interface Decision {
  decision: string
  username: string
  password: string
  consent_ticket: string
}

/** `ask`: the page, with the reason when an attempt failed. */
export type Decided =
  | { kind: 'redirect'; location: string }
  | { kind: 'no_return'; reason: 'unknown_client' | 'unknown_redirect' }
  | { kind: 'ask'; accepted: Accepted; refusal?: Refusal | 'decision_missing' }

/** The authorization endpoint: from a client's request to the address with its code, or with an error. */
export function createAuthorization(deps: {
  database: Database
  clients: Clients
  consents: Consents
  provePassword: ProvePassword
  passkeys: PasskeyProof
  addressesAt(origin: string): ToolAddresses
  /** RFC 9207: a configured issuer is named in every answer. */
  has_stable_issuer: boolean
}) {
  const { database, clients, consents, provePassword, passkeys, addressesAt, has_stable_issuer } = deps

  type Target = Pick<ToolAuthorization, 'redirect_uri' | 'state'>
  type Answered = { code: string } | { error: OauthErrorCode; error_description: string }

  function answerTo({ redirect_uri, state }: Target, answer: Answered, { issuer }: ToolAddresses): string {
    return withParameters(redirect_uri, {
      ...answer,
      ...(state !== undefined && { state }),
      ...(has_stable_issuer && { iss: issuer }),
    })
  }

  async function begin(given: GivenAuthorization, origin: string): Promise<Decided> {
    const addresses = addressesAt(origin)
    const checked = await clients.check(given, addresses)
    if (checked.kind === 'no_return') return checked
    if (checked.kind === 'accepted') return { kind: 'ask', accepted: checked.accepted }
    const { error, redirect_uri, state } = checked
    const answer = { error: error.oauth_error, error_description: error.message }
    return {
      kind: 'redirect',
      location: answerTo({ redirect_uri, ...(state !== undefined && { state }) }, answer, addresses),
    }
  }

  function approve(accepted: Accepted, given: Decision, resource: string): Promise<string> {
    const request = { ...accepted, resource }
    if (given.consent_ticket !== '') return consents.approveByTicket(given.consent_ticket, request)
    return provePassword(given, (tx, user) => consents.approve(tx, user, request, { method: 'password' }))
  }

  return {
    begin,

    async decide(given: GivenAuthorization, decision: Decision, origin: string): Promise<Decided> {
      const begun = await begin(given, origin)
      if (begun.kind !== 'ask') return begun
      const { accepted } = begun
      const addresses = addressesAt(origin)
      if (decision.decision === 'deny') {
        const denied = { error: 'access_denied', error_description: 'The person did not allow it.' } as const
        return { kind: 'redirect', location: answerTo(accepted.oauth, denied, addresses) }
      }
      if (decision.decision !== 'approve') return { ...begun, refusal: 'decision_missing' }
      try {
        const code = await approve(accepted, decision, addresses.mcp_url)
        return { kind: 'redirect', location: answerTo(accepted.oauth, { code }, addresses) }
      } catch (error) {
        if (error instanceof Refusal) return { ...begun, refusal: error }
        throw error
      }
    },

    async beginPasskey(oauth: ToolAuthorization, origin: string) {
      await clients.accept(database.read, oauth, addressesAt(origin))
      return passkeys.begin(origin, { owner: TOOL_CEREMONY, note: JSON.stringify({ oauth, origin }) })
    },

    /** The request is the one that the ceremony began with. Returns the complete address. */
    async finishPasskey(session_id: string, answer: Readonly<Record<string, unknown>>): Promise<string> {
      return passkeys.finish({ session_id, owner: TOOL_CEREMONY, answer }, async (tx, user, note) => {
        const { oauth, origin } = JSON.parse(note) as { oauth: ToolAuthorization; origin: string }
        const addresses = addressesAt(origin)
        // The client may have been removed since.
        const accepted = await clients.accept(tx, oauth, addresses)
        const request = { ...accepted, resource: addresses.mcp_url }
        const code = await consents.approve(tx, user, request, { method: 'passkey' })
        return answerTo(oauth, { code }, addresses)
      })
    },
  }
}

export type Authorization = ReturnType<typeof createAuthorization>
