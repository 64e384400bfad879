import type { CallInput, RouteDefinition, RouteResult } from '@foyer/contract/route'
import { postAuthRefresh, type TokenResponse } from '@foyer/contract/sessions/sessions'
import { ApiError, ServerUnreachable, SignedOut } from './api-error.ts'
import {
  type LooseInput,
  type ReadBody,
  readEventStream,
  readFile,
  send,
  type Transport,
} from './api-request.ts'
import type { SessionStore } from './session-store.ts'

/** A token that expires this soon is renewed before use. */
const RENEW_BEFORE_MS = 60_000

export interface ApiClientDeps {
  transport: Transport
  base: () => string
  session: SessionStore
  now: () => number
  /** Runs one task at a time across tabs, where the browser supports it. */
  exclusively: <T>(work: () => Promise<T>) => Promise<T>
  /** Called after every attempt with whether Foyer answered. */
  onReach?: (reached: boolean) => void
}

interface CallOptions {
  signal?: AbortSignal
}

type CallArguments<R extends RouteDefinition> =
  Record<string, never> extends CallInput<R>
    ? [input?: CallInput<R>, options?: CallOptions]
    : [input: CallInput<R>, options?: CallOptions]

export function createApiClient({ transport, base, session, now, exclusively, onReach }: ApiClientDeps) {
  let renewal: Promise<void> | null = null

  async function attempt(
    route: RouteDefinition,
    input: LooseInput,
    token?: string,
    signal?: AbortSignal,
    readBody?: ReadBody,
  ) {
    try {
      const answer = await send(route, input, { transport, base: base(), token, signal }, readBody)
      onReach?.(true)
      return answer
    } catch (error) {
      if (error instanceof ServerUnreachable) onReach?.(false)
      else if (error instanceof ApiError) onReach?.(true)
      throw error
    }
  }

  async function renew(stale: string | undefined): Promise<void> {
    const before = session.current()
    if (!before) throw new SignedOut()
    // Another call or tab may have renewed the token while this one waited.
    const access = session.access()
    if (access && access.token !== stale && access.expires_at > now()) return
    try {
      const body = { refresh_token: before.refresh_token }
      const tokens = (await attempt(postAuthRefresh, { body })) as TokenResponse
      // Signed out in the meantime: the new token belongs to a session that has ended.
      if (session.current()?.refresh_token !== before.refresh_token) throw new SignedOut()
      session.accept(tokens)
    } catch (error) {
      throw refreshFailure(error, before.refresh_token)
    }
  }

  /** 0.3: only a 401 of the refresh call itself ends the session. Any other failure keeps it. */
  function refreshFailure(error: unknown, refreshToken: string): unknown {
    if (!(error instanceof ApiError)) return error
    if (error.status === 401) {
      if (session.current()?.refresh_token === refreshToken) session.end('revoked')
      return new SignedOut()
    }
    return error.status >= 500 ? new ServerUnreachable(error) : error
  }

  function refresh(stale: string | undefined): Promise<void> {
    renewal ??= exclusively(() => renew(stale)).finally(() => {
      renewal = null
    })
    return renewal
  }

  /** Returns a token that is still valid, renewing it first if needed. */
  async function freshToken(): Promise<string> {
    const access = session.access()
    if (access && access.expires_at - now() > RENEW_BEFORE_MS) return access.token
    await refresh(access?.token)
    const renewed = session.access()
    if (!renewed) throw new SignedOut()
    return renewed.token
  }

  async function callAsUser(
    route: RouteDefinition,
    input: LooseInput,
    signal?: AbortSignal,
    readBody?: ReadBody,
  ) {
    const token = await freshToken()
    try {
      return await attempt(route, input, token, signal, readBody)
    } catch (error) {
      if (!(error instanceof ApiError) || error.status !== 401) throw error
      await refresh(token)
      return attempt(route, input, await freshToken(), signal, readBody)
    }
  }

  async function call<R extends RouteDefinition>(
    route: R,
    ...[input, options]: CallArguments<R>
  ): Promise<RouteResult<R>> {
    const loose = (input ?? {}) as LooseInput
    const answer =
      route.access === 'public'
        ? await attempt(route, loose, undefined, options?.signal)
        : await callAsUser(route, loose, options?.signal)
    return answer as RouteResult<R>
  }

  /** Starts a call that answers with a stream of events. Ends when the signal aborts. */
  async function openEvents<R extends RouteDefinition>(
    route: R,
    input: CallInput<R>,
    signal: AbortSignal,
  ): Promise<ReadableStream<Uint8Array>> {
    const body = await callAsUser(route, input as LooseInput, signal, readEventStream)
    return body as ReadableStream<Uint8Array>
  }

  /** For routes with a raw body. */
  async function sendBytes<R extends RouteDefinition>(
    route: R,
    input: CallInput<R>,
    bytes: Blob,
    signal?: AbortSignal,
  ): Promise<RouteResult<R>> {
    return (await callAsUser(route, { ...(input as LooseInput), bytes }, signal)) as RouteResult<R>
  }

  /** For routes that answer with a file. */
  async function download<R extends RouteDefinition>(route: R, input: CallInput<R>): Promise<Blob> {
    return (await callAsUser(route, input as LooseInput, undefined, readFile)) as Blob
  }

  return { call, openEvents, sendBytes, download, freshToken, refresh }
}
