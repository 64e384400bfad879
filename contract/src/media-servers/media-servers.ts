import { z } from 'zod'
import { MEDIA_SERVERS } from '../instances/instance-types.ts'
import { asSent, OpaqueId, TEXT } from '../primitives.ts'
import { defineRoute, type RouteDefinition } from '../route.ts'
import { ListeningApp, VideoApp } from './app-preferences.ts'

const ofUser = { access: 'user', spec: '2:4.1' } as const satisfies Partial<RouteDefinition>
const InstanceParams = z.object({ instanceID: OpaqueId })

export const MediaServerTypeName = z.enum(MEDIA_SERVERS)
/** Resolved for the caller: their own choice, the instance's, or the default (2/4.1). */
export const ResolvedVideoApps = z.object({ ios: VideoApp })
export const ResolvedListeningApps = z.object({ ios: ListeningApp, android: ListeningApp })

/** The account of the caller on one server. `pending` means something only when `verified` is true (2:4.13.5). */
export const OwnServerAccount = z.object({
  username: z.string(),
  disabled: z.boolean(),
  /** Invited, and nobody has accepted yet. */
  pending: z.boolean(),
  administrator: z.boolean(),
  /** False: the server did not answer, and this is what Foyer has stored. */
  verified: z.boolean(),
  manage_access: z.boolean(),
  access_sync_pending: z.boolean(),
})
export type OwnServerAccount = z.infer<typeof OwnServerAccount>

export const OwnMediaServer = z.object({
  instance_id: OpaqueId,
  service_type: MediaServerTypeName,
  name: z.string(),
  kind: z.enum(['account', 'invite']),
  public_address: z.string(),
  video_apps: ResolvedVideoApps.optional(),
  listening_apps: ResolvedListeningApps.optional(),
  account: OwnServerAccount.nullable(),
  /** An admin unlinked the account; nothing links it again by itself. */
  auto_link_suppressed: z.boolean(),
  /** The server has an unlinked account named like the caller. False says nothing about absence. */
  existing_account: z.boolean(),
})
export type OwnMediaServer = z.infer<typeof OwnMediaServer>

export const getMediaServers = defineRoute({
  ...ofUser,
  rate: 'media_server',
  method: 'GET',
  path: '/api/media-servers',
  summary: 'The media servers of the caller, and the account on each',
  response: z.array(OwnMediaServer),
})

/**
 * A password of 8 to 1024 characters for account servers, or an e-mail address of at most 254 for the invite server;
 * never both (2/4.1). Read after the grant is checked (C17), as the credentials are.
 */
export const NewOwnAccount = z.object({ password: z.string().optional(), email: z.string().optional() })
export type NewOwnAccount = z.infer<typeof NewOwnAccount>

/** A name of 1 to 256 and a password of at most 1024 characters. */
export const Credentials = z.object({ username: z.string().optional(), password: z.string().optional() })
export type Credentials = z.infer<typeof Credentials>

const CreatedAccount = z.object({
  username: z.string(),
  public_address: z.string(),
  pending: z.boolean(),
  administrator: z.boolean(),
  manage_access: z.boolean(),
})
export type CreatedAccount = z.infer<typeof CreatedAccount>

export const postOwnAccount = defineRoute({
  ...ofUser,
  rate: 'account',
  method: 'POST',
  path: '/api/media-servers/{instanceID}/account',
  summary: 'Create an account on a media server, or ask for an invite',
  params: InstanceParams,
  body: z.object({ password: asSent(TEXT), email: asSent(TEXT) }),
  status: 201,
  response: CreatedAccount,
  refusals: [
    'instance_forbidden',
    'account_exists',
    'name_taken',
    'invalid_name',
    'invalid_email',
    'email_in_use',
    'wrong_kind',
    'upstream_failed',
  ],
})

export const postAccountLink = defineRoute({
  ...ofUser,
  rate: 'account',
  method: 'POST',
  path: '/api/media-servers/{instanceID}/account/link',
  summary: 'Link an existing account of the caller; the credentials are checked once and not kept',
  params: InstanceParams,
  body: z.object({ username: asSent(TEXT), password: asSent(TEXT) }),
  status: 201,
  response: z.object({
    username: z.string(),
    public_address: z.string(),
    administrator: z.boolean(),
    manage_access: z.literal(false),
  }),
  refusals: [
    'instance_forbidden',
    'account_exists',
    'remote_already_linked',
    'bad_credentials',
    'account_refused',
    'wrong_kind',
    'upstream_failed',
  ],
})
