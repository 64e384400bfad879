import { isServiceType, SERVICE_TYPES, type ServiceType } from '@foyer/contract/instances/instance-types'
import { freeName } from '#lib/free-name.ts'
import { PRODUCT_NAMES } from '#lib/product-names.ts'

export const KINDS = ['movies', 'tv', 'books', 'music', 'media_servers', 'transcoding'] as const
export type Kind = (typeof KINDS)[number]

interface Product {
  name: string
  kind: Kind
  /** A typical address of it. */
  example: string
  key: 'required' | 'optional'
}

export const PRODUCTS: Readonly<Record<ServiceType, Product>> = {
  movie_manager: {
    name: PRODUCT_NAMES.movie_manager,
    kind: 'movies',
    example: 'http://192.168.1.20:7878',
    key: 'required',
  },
  tv_manager: {
    name: PRODUCT_NAMES.tv_manager,
    kind: 'tv',
    example: 'http://192.168.1.20:8989',
    key: 'required',
  },
  book_manager: {
    name: PRODUCT_NAMES.book_manager,
    kind: 'books',
    example: 'http://192.168.1.20:8789',
    key: 'required',
  },
  music_manager: {
    name: PRODUCT_NAMES.music_manager,
    kind: 'music',
    example: 'http://192.168.1.20:8686',
    key: 'required',
  },
  account_server_a: {
    name: PRODUCT_NAMES.account_server_a,
    kind: 'media_servers',
    example: 'http://192.168.1.20:8096',
    key: 'required',
  },
  account_server_b: {
    name: PRODUCT_NAMES.account_server_b,
    kind: 'media_servers',
    example: 'http://192.168.1.20:8096',
    key: 'required',
  },
  audiobook_server: {
    name: PRODUCT_NAMES.audiobook_server,
    kind: 'media_servers',
    example: 'http://192.168.1.20:13378',
    key: 'required',
  },
  invite_server: {
    name: PRODUCT_NAMES.invite_server,
    kind: 'media_servers',
    example: 'http://192.168.1.20:32400',
    key: 'required',
  },
  transcoder: {
    name: PRODUCT_NAMES.transcoder,
    kind: 'transcoding',
    example: 'http://192.168.1.20:8265',
    key: 'optional',
  },
}

export function typesOf(kind: Kind): readonly ServiceType[] {
  return SERVICE_TYPES.filter(type => PRODUCTS[type].kind === kind)
}

interface Listed {
  service_type: string
}

/** Kinds with at least one instance, each with its instances in list order. Types of a newer server are left out (0.1). */
export function byKind<I extends Listed>(instances: readonly I[]): { kind: Kind; instances: I[] }[] {
  const groups = KINDS.map(kind => ({
    kind,
    instances: instances.filter(
      ({ service_type }) => isServiceType(service_type) && PRODUCTS[service_type].kind === kind,
    ),
  }))
  return groups.filter(group => group.instances.length > 0)
}

/** A suggested name for a new instance. */
export function suggestedName(type: ServiceType, taken: readonly string[]): string {
  return freeName(type === 'book_manager' ? 'Chaptarr' : PRODUCTS[type].name, taken)
}
