import type { RouteDefinition } from '@foyer/contract/route'
import { z } from 'zod'

export const nameOf = (route: RouteDefinition) => `${route.method} ${route.path}`

/** Permissions behind which titles are, and words by which an answer names one. */
const TITLE_PERMISSIONS = new Set(['media:discover', 'media:request', 'media:download', 'library:browse'])
const TITLE_WORDS =
  /"(tmdb_id|tvdb_id|poster_path|media_type|genre_ids|seasons|title|overview|original_title|cover|poster)"/

/** A route that a member may call and that may name titles, by its permission or by the shape of what is asked or answered. */
export function mayNameTitles({ access, method, permission, response, kind, ...input }: RouteDefinition) {
  const asked = [input.params, input.query, input.body]
  if (access !== 'user') return false
  if (kind === 'stream' && !permission) return true
  // Bodies of writes through the proxy are for admins alone; reads are what a member is given.
  if (permission === 'library:browse') return method === 'GET'
  if (permission && TITLE_PERMISSIONS.has(permission)) return true
  return answersTitles(response) || asked.some(answersTitles)
}

export function answersTitles(response: RouteDefinition['response']): boolean {
  if (!response) return false
  const shape = z.toJSONSchema(response, { unrepresentable: 'any', io: 'input' })
  return TITLE_WORDS.test(JSON.stringify(shape))
}
