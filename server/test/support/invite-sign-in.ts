import { createHash, randomBytes } from 'node:crypto'
import type { TestApp } from './app.ts'
import { type Call, callAs, expectOk } from './calls.ts'
import { buildInviteServer } from './invite-server.ts'

export const INVITE_SIGN_IN = '/api/auth/invite-server'
export const INVITE_AUTH = '/api/admin/invite-auth'

/** A browser's secret, and what it sends of it at the beginning. */
export function newVerifier() {
  const verifier = randomBytes(32).toString('base64url')
  return { verifier, challenge: createHash('sha256').update(verifier).digest('base64url') }
}

/** Somebody who signs in with the invite server, each time from another address. */
export function createVisitor(app: TestApp, call: Call = callAs(app)) {
  const { verifier, challenge } = newVerifier()
  return {
    verifier,
    challenge,
    begin: (fields: Record<string, unknown> = {}) =>
      call('POST', `${INVITE_SIGN_IN}/begin`, { client: 'web', challenge, ...fields }),
    beginLink: (as: Call) => as('POST', `${INVITE_SIGN_IN}/link`, { challenge }),
    check: (flow: string, secret = verifier) =>
      call('POST', `${INVITE_SIGN_IN}/check`, { flow, verifier: secret }),
    exchange: (flow: string, code: string, secret = verifier) =>
      call('POST', `${INVITE_SIGN_IN}/exchange`, { flow, code, verifier: secret }),
    cancel: (flow: string, secret = verifier) =>
      call('POST', `${INVITE_SIGN_IN}/cancel`, { flow, verifier: secret }),
  }
}

/** A server with the invite server "Cellar", where people may sign in with it. */
export async function buildInviteSignIn(
  parts: Parameters<typeof buildInviteServer>[0] & { auto_create?: boolean; enabled?: boolean } = {},
) {
  const { auto_create = false, enabled = true, ...server_parts } = parts
  const world = await buildInviteServer(server_parts)
  const { app, asAdmin, cloud } = world
  if (enabled) expectOk(await asAdmin('PUT', INVITE_AUTH, { enabled, auto_create }))

  const accountNamed = (username: string) => {
    const found = cloud.accounts.values().find(one => one.username === username)
    if (!found) throw new Error(`${username} has no account`)
    return found
  }
  /** The person approves at the provider, on the page that the begun sign-in names. */
  const approve = (url: string, username: string) => {
    const code = new URLSearchParams(url.split('#?')[1]).get('code') ?? ''
    cloud.approvePin(code, accountNamed(username).id)
  }
  /** Up to the code. */
  const prove = async (username: string, visitor = createVisitor(app), fields = {}) => {
    const { flow, url } = expectOk(await visitor.begin(fields))
    approve(url, username)
    const { code } = expectOk(await visitor.check(flow))
    return { visitor, flow, code }
  }
  return {
    ...world,
    accountNamed,
    approve,
    prove,
    signIn: async (username: string, fields = {}) => {
      const { visitor, flow, code } = await prove(username, createVisitor(app), fields)
      return visitor.exchange(flow, code)
    },
    /** Somebody who is signed in links this account of the provider. */
    link: async (as: Call, username: string) => {
      const visitor = createVisitor(app)
      const { flow, url } = expectOk(await visitor.beginLink(as))
      approve(url, username)
      const { code } = expectOk(await visitor.check(flow))
      return visitor.exchange(flow, code)
    },
    share: (email: string | number) => cloud.acceptShare(cloud.addShare(email, []).id),
    linkShare: (user_id: number, remote_user_id: string) =>
      asAdmin('PUT', `/api/admin/users/${user_id}/media-servers/${world.instance_id}/account`, {
        remote_user_id,
      }),
  }
}
