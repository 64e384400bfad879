import type { RouteDefinition } from '@foyer/contract/route'
import { z } from 'zod'

/** Names of fields by which an answer names a title. */
const TITLE_FIELDS = new Set([
  'tmdb_id',
  'tvdb_id',
  'title',
  'original_title',
  'overview',
  'poster',
  'poster_path',
  'backdrop_path',
  'cover',
  'genre_ids',
])

type Shape = z.core.JSONSchema.BaseSchema

/** The fields of an answer that name a title, such as `entries[].title`, sorted. */
export function titleFieldsOf(response: RouteDefinition['response']): string[] {
  if (!response) return []
  const shape = z.toJSONSchema(response, { unrepresentable: 'any', io: 'input' })
  return [...new Set(fieldsIn(shape, { root: shape, at: '', within: [] }))].toSorted()
}

interface Place {
  root: Shape
  at: string
  /** References that lead here: a shape may contain itself. */
  within: readonly string[]
}

function fieldsIn(shape: Shape | boolean | undefined, place: Place): string[] {
  if (typeof shape !== 'object') return []
  const { root, at, within } = place
  if (shape.$ref !== undefined) {
    if (within.includes(shape.$ref)) return []
    const target = shape.$ref === '#' ? root : root.$defs?.[shape.$ref.split('/').at(-1) ?? '']
    if (!target) throw new Error(`the shape refers to ${shape.$ref}, which it does not have`)
    return fieldsIn(target, { ...place, within: [...within, shape.$ref] })
  }
  const { anyOf = [], oneOf = [], allOf = [], items, additionalProperties, properties = {} } = shape
  return [
    ...[anyOf, oneOf, allOf].flat().flatMap(one => fieldsIn(one, place)),
    ...[items].flat().flatMap(one => fieldsIn(one, { ...place, at: `${at}[]` })),
    ...fieldsIn(additionalProperties, { ...place, at: `${at}.*` }),
    ...Object.entries(properties).flatMap(([name, field]) => {
      const path = at === '' ? name : `${at}.${name}`
      return [...(TITLE_FIELDS.has(name) ? [path] : []), ...fieldsIn(field, { ...place, at: path })]
    }),
  ]
}
