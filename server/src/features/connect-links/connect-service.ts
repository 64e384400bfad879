import type { Database, Tx } from '#db/database.ts'
import {
  acceptUsername,
  type DeviceFacts,
  findUser,
  findUserByKey,
  insertPlainUser,
  type SessionIssuer,
  type SignedIn,
  type SsoRequired,
  usernameKey,
  type UserRow,
} from '#features/sessions/index.ts'
import { type Clock, iso } from '#kit/clock.ts'
import { sha256 } from '#kit/crypto.ts'
import { linkBase } from '#kit/link-base.ts'
import { Refusal } from '#kit/refusal.ts'
import type { Settings } from '#settings/settings.ts'
import { acceptAddress, chooseAddress, type OriginSource } from './address-rules.ts'
import { externalAddress } from './address-settings.ts'
import * as store from './connect-store.ts'
import { mintLink } from './link-minting.ts'

export interface NewInvite {
  name?: string | undefined
  user_id?: number | undefined
  server_url?: string | undefined
  request_origin: string
}

/** Where links begin. */
export interface LinkOrigin {
  address: string
  origin_source: OriginSource
}

interface Invited {
  user: UserRow
  created: boolean
}

/** 1/4.1: the invitation stays valid for the single sign-on that must come first. */
const GO_TO_SSO = { sso_required: true, continuation: '/api/auth/oidc/begin' } as const

export function createConnectLinks(deps: {
  database: Database
  settings: Settings
  clock: Clock
  issuer: SessionIssuer
  ssoRequired: SsoRequired
  base_path: string
}) {
  const { database, settings, clock, issuer, ssoRequired, base_path } = deps

  async function findInvited(tx: Tx, invite: InviteTarget): Promise<Invited> {
    if ('user_id' in invite) {
      const user = await findUser(tx, invite.user_id)
      if (!user) throw new Refusal('not_found')
      return { user, created: false }
    }
    const known = await findUserByKey(tx, usernameKey(invite.username))
    if (known) return { user: known, created: false }
    return { user: await insertPlainUser(tx, invite.username, iso(clock.now())), created: true }
  }

  async function readExternalAddress(): Promise<{ external_url: string }> {
    return settings.read(database.read, externalAddress)
  }

  return {
    readExternalAddress,

    async saveExternalAddress(input: string): Promise<{ external_url: string }> {
      const external_url = input.trim() === '' ? '' : acceptAddress(input)
      if (external_url === null) throw notAnAddress('external_url')
      return settings.lock(tx => settings.update(tx, externalAddress, { external_url }))
    },

    async invite(input: NewInvite) {
      const invite = readTarget(input)
      const { external_url } = await readExternalAddress()
      const { address, origin_source } = chooseAddress({
        external_url,
        server_url: acceptServerUrl(input.server_url),
        request_origin: input.request_origin,
      })
      const { path, expires_at, user, created } = await database.withWriteLock('users', async tx => {
        const invited = await findInvited(tx, invite)
        return { ...invited, ...(await mintLink(tx, invited.user.id, clock.now())) }
      })
      const link = linkBase(address, base_path) + path
      return { link, expires_at, origin_source, user_id: user.id, username: user.username, created }
    },

    /** For links that an app asks for in advance: the external address, else the app's; without either it is 400. */
    async originFor(server_url: string | undefined): Promise<LinkOrigin> {
      const given = acceptServerUrl(server_url)
      const { external_url } = await readExternalAddress()
      if (external_url === '' && given === null) throw notAnAddress('server_url')
      return chooseAddress({ external_url, server_url: given, request_origin: '' })
    },

    /** A link for a user who exists or is made in this transaction. It holds the lock of the users. */
    async mint(tx: Tx, user_id: number, { address }: LinkOrigin): Promise<string> {
      return linkBase(address, base_path) + (await mintLink(tx, user_id, clock.now())).path
    },

    async redeem(token: string, facts: DeviceFacts): Promise<SignedIn | typeof GO_TO_SSO> {
      const session = await database.withWriteLock('users', async tx => {
        const invite = await store.findInvite(tx, sha256(token), iso(clock.now()))
        const user = invite && (await findUser(tx, invite.user_id))
        if (!user) throw new Refusal('invalid_connect_token')
        if (await ssoRequired(tx, user)) return null
        await store.deleteInvite(tx, invite.token_hash)
        return issuer.open(tx, user, facts, { method: 'connect' })
      })
      return session ? issuer.complete(session) : GO_TO_SSO
    },
  }
}

export type ConnectLinks = ReturnType<typeof createConnectLinks>

type InviteTarget = { username: string } | { user_id: number }

function readTarget({ name, user_id }: NewInvite): InviteTarget {
  if ((name === undefined) === (user_id === undefined)) {
    throw new Refusal('validation', { error: 'Send either name or user_id.' })
  }
  if (user_id !== undefined) return { user_id }
  const username = acceptUsername(name ?? '')
  if (username === null) throw new Refusal('invalid_username')
  return { username }
}

function acceptServerUrl(input: string | undefined): string | null {
  if (input === undefined || input.trim() === '') return null
  const address = acceptAddress(input)
  if (address === null) throw notAnAddress('server_url')
  return address
}

function notAnAddress(field: string): Refusal {
  const sentence = 'Use an address such as https://media.example.org.'
  return new Refusal('validation', { error: sentence, fields: { [field]: sentence } })
}
