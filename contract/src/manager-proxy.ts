import { z } from 'zod'
import { OpaqueId } from './primitives.ts'
import { defineRoute, type RouteDefinition } from './route.ts'

/**
 * A library manager's own API through Foyer. Admins can use all of it; others read the few resources of 1/I, from
 * instances they can see. Responses are the manager's, without its secrets.
 */
const proxy = {
  path: '/api/instances/{id}/proxy/{path*}',
  access: 'user',
  permission: 'library:browse',
  spec: '1/I',
  kind: 'stream',
  params: z.object({ id: OpaqueId, path: z.string() }),
  refusals: [
    'instance_forbidden',
    'instance_not_found',
    'wrong_service_type',
    'proxy_not_allowed',
    'upstream_rejected',
    'upstream_failed',
    'timeout',
  ],
} as const satisfies Partial<RouteDefinition>

export const getManagerProxy = defineRoute({
  ...proxy,
  method: 'GET',
  summary: 'Read from a library manager',
})
/** Browsers load pictures by address alone, so the image cookie opens these, and nothing else of a manager (R14). */
export const getManagerPicture = defineRoute({
  ...proxy,
  method: 'GET',
  path: '/api/instances/{id}/proxy/MediaCover/{path*}',
  cache: 'image',
  summary: 'A picture from a library manager: a JPEG, PNG, WebP or GIF, and nothing else',
})
export const headManagerProxy = defineRoute({
  ...proxy,
  method: 'HEAD',
  summary: 'Send a HEAD request to a library manager; admins only',
})
export const postManagerProxy = defineRoute({
  ...proxy,
  method: 'POST',
  raw_body: true,
  summary: 'Create something in a library manager; admins only',
})
export const putManagerProxy = defineRoute({
  ...proxy,
  method: 'PUT',
  raw_body: true,
  summary: 'Replace something in a library manager; admins only',
})
export const patchManagerProxy = defineRoute({
  ...proxy,
  method: 'PATCH',
  raw_body: true,
  summary: 'Change something in a library manager; admins only',
})
export const deleteManagerProxy = defineRoute({
  ...proxy,
  method: 'DELETE',
  raw_body: true,
  summary: 'Delete something in a library manager; admins only',
})
