import type { z } from 'zod'
import type { Permission } from './permissions.ts'
import type { RefusalCode } from './refusals.ts'

/** OPTIONS only where browsers of other origins may call (2:4.5); HEAD by `head` (C32). */
export type Method = 'GET' | 'HEAD' | 'POST' | 'PUT' | 'PATCH' | 'DELETE' | 'OPTIONS'

/**
 * Who may call the route (1:1.2). `basic`: a library manager with its own credential; it never has a session.
 * `oauth`: a tool client with a token of the authorization server (2:4.5).
 */
export type Access = 'public' | 'user' | 'admin' | 'basic' | 'oauth'

/**
 * The groups A, R, U, G, B, C, D, E, F and W of 0.5, in that order, and the tests of destinations and of the mail
 * server (C64). `refresh` and `webhook` depend on how the attempt ended, so their slices take those slots themselves.
 */
export type RateGroup =
  | 'sign_in'
  | 'refresh'
  | 'account'
  | 'media_server'
  | 'invite_check'
  | 'oauth'
  | 'ai_device'
  | 'set_top_box'
  | 'chat_test'
  | 'webhook'
  | 'destination_test'
  | 'email_test'

/**
 * How a handler responds. `json` is parsed by the response schema on the way out, so an unlisted field cannot leak.
 * `verbatim` sends the provider's own bytes; its schema lists the fields clients can rely on. `stream` and `page`
 * write the raw reply.
 */
export type RouteKind = 'json' | 'verbatim' | 'stream' | 'page'

/** `never` is no-store (0.3); `image` is private for a day, for image relays only. */
export type CachePolicy = 'never' | 'image'

type Schema = z.core.$ZodType

export interface RouteDefinition {
  method: Method
  /** OpenAPI form, as in the specification: `/api/admin/users/{userID}`. `{path*}` matches the rest. */
  path: `/${string}`
  access: Access
  permission?: Permission
  summary: string
  /** The clause this route comes from, such as `1:4.1`. */
  spec: string
  params?: Schema
  query?: Schema
  body?: Schema
  response?: Schema
  /** Success status; 200 by default. */
  status?: number
  kind?: RouteKind
  refusals?: readonly RefusalCode[]
  rate?: RateGroup
  cache?: CachePolicy
  /** Accepts a body of any type and passes its bytes to the handler unchanged; never together with `body`. */
  raw_body?: true
  /** Bytes; 1 MiB by default (0.3). */
  body_limit?: number
  /** Adds a HEAD route: downloads and `/ping` only (C32). */
  head?: boolean
}

export const DEFAULT_BODY_LIMIT = 1024 * 1024

/** A route is defined once; server binding, web client, documentation and tests use this object. */
export function defineRoute<const R extends RouteDefinition>(route: R): R {
  return route
}

type Output<S> = S extends Schema ? z.core.output<S> : undefined
type Input<S> = S extends Schema ? z.core.input<S> : undefined

/** The parsed input of a handler. */
export interface RouteInput<R extends RouteDefinition> {
  params: Output<R['params']>
  query: Output<R['query']>
  body: Output<R['body']>
}

/** The return value of a handler: the input side of the response schema, because it is parsed on the way out. */
export type RouteAnswer<R extends RouteDefinition> = R['response'] extends Schema
  ? z.core.input<R['response']>
  : undefined

/** The response a client receives. */
export type RouteResult<R extends RouteDefinition> = Output<R['response']>

type Part<Name extends string, S> = S extends Schema
  ? Record<string, never> extends Input<S>
    ? { [K in Name]?: Input<S> }
    : { [K in Name]: Input<S> }
  : unknown

/** The arguments of a client call; parts the route does not accept are absent. */
export type CallInput<R extends RouteDefinition> = Part<'params', R['params']> &
  Part<'query', R['query']> &
  Part<'body', R['body']>
