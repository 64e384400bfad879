import { z } from 'zod'

/** 0.1: neutral names on the wire; people see the products' names. Clients ignore unknown values. */
export const LIBRARY_MANAGERS = ['movie_manager', 'tv_manager', 'book_manager', 'music_manager'] as const
export const VIDEO_SERVERS = ['account_server_a', 'account_server_b', 'invite_server'] as const
export const MEDIA_SERVERS = [
  'account_server_a',
  'account_server_b',
  'audiobook_server',
  'invite_server',
] as const
export const SERVICE_TYPES = [...LIBRARY_MANAGERS, ...MEDIA_SERVERS, 'transcoder'] as const

export type LibraryManagerType = (typeof LIBRARY_MANAGERS)[number]
export type VideoServerType = (typeof VIDEO_SERVERS)[number]
export type MediaServerType = (typeof MEDIA_SERVERS)[number]
export type ServiceType = (typeof SERVICE_TYPES)[number]

export const ServiceTypeName = z.enum(SERVICE_TYPES)

/** False for a type that this version does not know. */
export function isServiceType(type: string): type is ServiceType {
  return SERVICE_TYPES.some(one => one === type)
}

export function isLibraryManager(type: string): type is LibraryManagerType {
  return LIBRARY_MANAGERS.some(one => one === type)
}

export function isMediaServer(type: string): type is MediaServerType {
  return MEDIA_SERVERS.some(one => one === type)
}

/** A media server on which people watch. */
export function isVideoServer(type: string): type is VideoServerType {
  return VIDEO_SERVERS.some(one => one === type)
}

/** Movie and TV managers have a global default; for other types everybody gets what they were granted (0.6). */
export function hasGlobalDefault(type: string): boolean {
  return type === 'movie_manager' || type === 'tv_manager'
}

export const MEDIA_TYPES = ['movie', 'tv', 'book', 'music'] as const
export const MediaType = z.enum(MEDIA_TYPES)
export type MediaType = (typeof MEDIA_TYPES)[number]

/** Each media type has one type of library manager. */
export const MANAGER_OF = {
  movie: 'movie_manager',
  tv: 'tv_manager',
  book: 'book_manager',
  music: 'music_manager',
} as const satisfies Record<MediaType, LibraryManagerType>

/** Undefined for services that are not library managers, and for service types that this version does not know. */
export function mediaTypeOf(service_type: LibraryManagerType): MediaType
export function mediaTypeOf(service_type: string): MediaType | undefined
export function mediaTypeOf(service_type: string): MediaType | undefined {
  return MEDIA_TYPES.find(type => MANAGER_OF[type] === service_type)
}

/** The result of a connection test (1/I); `secret_required`: nothing was sent (C67). */
export const CONNECTION_CATEGORIES = [
  'ok',
  'invalid_url',
  'unreachable',
  'timeout',
  'tls',
  'unauthorized',
  'wrong_service',
  'incompatible',
  'redirected',
  'upstream_error',
  'secret_required',
] as const
export const ConnectionCategory = z.enum(CONNECTION_CATEGORIES)
export type ConnectionCategory = (typeof CONNECTION_CATEGORIES)[number]
