import { z } from 'zod'
import { defineRoute, type RouteDefinition } from './route.ts'

const admin = {
  path: '/api/admin/image-cache',
  access: 'admin',
  permission: 'instances:manage',
  spec: '1:4.2',
} as const satisfies Partial<RouteDefinition>

const Megabytes = z.int().min(16).max(1_048_576)

export const ImageCache = z.object({
  /** While it is on, browsers load posters from this server instead of the metadata provider. */
  enabled: z.boolean(),
  max_megabytes: Megabytes,
  used_megabytes: z.number(),
})
export type ImageCache = z.infer<typeof ImageCache>

export const getImageCache = defineRoute({
  ...admin,
  method: 'GET',
  summary: 'Whether posters are cached on this server, and how many',
  response: ImageCache,
})

export const putImageCache = defineRoute({
  ...admin,
  method: 'PUT',
  summary: 'Turn the poster cache on or off, or limit its size; omitted fields are kept',
  body: z.object({ enabled: z.boolean().optional(), max_megabytes: Megabytes.optional() }),
  response: ImageCache,
})

export const deleteImageCache = defineRoute({
  ...admin,
  method: 'DELETE',
  summary: 'Delete every cached picture; pictures are fetched again when needed',
  response: ImageCache,
})

/** The provider's own sizes (tmdb.md). */
export const IMAGE_SIZES = [
  'w45',
  'w92',
  'w154',
  'w185',
  'w300',
  'w342',
  'w500',
  'w780',
  'w1280',
  'h632',
  'original',
] as const
export type ImageSize = (typeof IMAGE_SIZES)[number]

export const getImage = defineRoute({
  method: 'GET',
  path: '/api/images/{size}/{file}',
  access: 'user',
  permission: 'media:discover',
  summary: 'A picture of the metadata provider, cached on this server; 404 while the cache is off',
  spec: '1:4.2',
  kind: 'verbatim',
  params: z.object({
    size: z.enum(IMAGE_SIZES),
    file: z
      .string()
      .regex(/^[A-Za-z0-9_-]{1,64}\.(jpg|jpeg|png|webp)$/, 'Only pictures of the provider are kept.'),
  }),
  // The host and path are fixed: no query is passed on.
  query: z.strictObject({}),
  cache: 'image',
  refusals: ['not_found', 'upstream_failed'],
})
