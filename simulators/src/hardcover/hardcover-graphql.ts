import { type Answer, json, type SimRequest } from '../kit/answer.ts'
import { asList, asRecord, isRecord, type JsonRecord, textIn } from '../kit/json.ts'
import { parseQuery, QueryError, type QueryField } from './graphql-query.ts'
import type { HardcoverBook } from './hardcover-books.ts'

export interface CatalogState {
  books: readonly HardcoverBook[]
  /** What is trending now, or why that could not be computed. */
  trending: { ids: readonly number[]; error: string | null }
  /** Which arguments `books_trending` takes (hardcover.md, "Trending"). */
  trending_form: 'duration' | 'dates'
}

/** hardcover.md, "Limits". */
const MAX_TOP_LEVEL = 5
const MAX_IDS = 100
const TRENDING_ARGS = {
  duration: { known: ['duration', 'limit', 'offset'], required: [] },
  dates: { known: ['from', 'to', 'limit', 'offset'], required: ['from', 'to', 'limit', 'offset'] },
}
const BOOKS_ARGS = ['where', 'limit', 'offset', 'order_by', 'distinct_on']

/** A refusal in the words of the engine: HTTP 200, no data, a code. */
class Invalid extends Error {
  readonly path: string

  constructor(message: string, path: string) {
    super(message)
    this.path = path
  }
}

export function answerQuery(request: SimRequest, state: CatalogState): Answer {
  const body = asRecord(request.body)
  const query = textIn(body, 'query')
  if (query === undefined) return json({ error: 'Malformed request body' }, 400)
  try {
    const fields = parseQuery(query, asRecord(body['variables']))
    if (fields.length > MAX_TOP_LEVEL) return topLevelExceeded()
    return json({ data: Object.fromEntries(fields.map(field => [field.name, resolve(field, state)])) })
  } catch (error) {
    if (error instanceof QueryError) {
      return json({ error: 'invalid_query', error_description: error.message }, 400)
    }
    if (error instanceof Invalid) return validationFailed(error)
    throw error
  }
}

function resolve(field: QueryField, state: CatalogState): unknown {
  if (field.name === 'books_trending') return trending(field, state)
  if (field.name === 'books') return books(field, state)
  throw new Invalid(`field '${field.name}' not found in type: 'query_root'`, `$.selectionSet.${field.name}`)
}

function trending(field: QueryField, { trending: now, trending_form }: CatalogState): unknown {
  const { known, required } = TRENDING_ARGS[trending_form]
  checkArgs(field, known)
  const missing = required.find(name => field.args[name] === undefined)
  if (missing) throw new Invalid(`missing required field '${missing}'`, `$.selectionSet.${field.name}.args`)
  const offset = Number(field.args['offset'] ?? 0)
  const limit = Math.min(MAX_IDS, Number(field.args['limit'] ?? MAX_IDS))
  const answer = now.error === null ? { ids: now.ids.slice(offset, offset + limit), error: null } : now
  return select(answer, field)
}

function books(field: QueryField, state: CatalogState): unknown {
  checkArgs(field, BOOKS_ARGS)
  const wanted = asRecord(asRecord(asRecord(field.args['where'])['id']))['_in']
  const ids = wanted === undefined ? null : asList(wanted)
  const found = state.books.filter(book => ids === null || ids.includes(book.id))
  // The order of `_in` is not kept: rows come as they lie (hardcover.md).
  return select(found.slice(0, Number(field.args['limit'] ?? found.length)), field)
}

function checkArgs(field: QueryField, known: readonly string[]): void {
  const stranger = Object.keys(field.args).find(name => !known.includes(name))
  if (stranger === undefined) return
  throw new Invalid(`"${field.name}" has no argument named "${stranger}"`, `$.selectionSet.${field.name}`)
}

/** What the query picked of a value; an unknown field is refused, as a typed schema would. */
function select(value: unknown, field: QueryField): unknown {
  if (value === null || field.fields === null) {
    if (isRecord(value)) throw new Invalid(`missing selection set for '${field.name}'`, '$')
    return value
  }
  if (Array.isArray(value)) {
    const limit = Number(field.args['limit'] ?? value.length)
    return value.slice(0, limit).map(one => select(one, field))
  }
  const record: JsonRecord = asRecord(value)
  return Object.fromEntries(
    field.fields.map(inner => {
      if (!(inner.name in record)) {
        throw new Invalid(
          `field '${inner.name}' not found in type: '${field.name}'`,
          `$.selectionSet.${field.name}`,
        )
      }
      return [inner.name, select(record[inner.name], inner)]
    }),
  )
}

function validationFailed({ message, path }: Invalid): Answer {
  return json({ errors: [{ message, extensions: { code: 'validation-failed', path } }], data: null })
}

function topLevelExceeded(): Answer {
  const extensions = { code: 'top_level_limit_exceeded' }
  return json({ errors: [{ message: 'Too many top-level fields', extensions }] }, 403)
}
