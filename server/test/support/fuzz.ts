import { createHash } from 'node:crypto'
import fc from 'fast-check'

/** Calls made up from an OpenAPI document, and how a run of them is told and repeated. */

/** Always the same unless asked for another, so that a red run stays red. */
const USUAL_SEED = 20_261_115

export function readSeed(text: string | undefined): number {
  const seed = Number(text || USUAL_SEED)
  if (!Number.isSafeInteger(seed)) throw new Error(`FUZZ_SEED must be a whole number, not ${text}.`)
  return seed
}

interface Schema {
  $ref?: string
  type?: string | string[]
  enum?: unknown[]
  const?: unknown
  anyOf?: Schema[]
  oneOf?: Schema[]
  allOf?: Schema[]
  properties?: Record<string, Schema>
  required?: string[]
  items?: Schema
  minimum?: number
  maximum?: number
}
export interface Operation {
  parameters?: { name: string; in: string; required?: boolean; schema: Schema }[]
  requestBody?: { content: Record<string, { schema: Schema } | undefined> }
}
export interface Document {
  paths: Record<string, Record<string, Operation>>
  components?: { schemas?: Record<string, Schema> }
}

const JUNK_TEXT = [
  '',
  ' ',
  '0',
  '-1',
  '1e999',
  '99999999999999999999',
  '\u0000',
  '\ud800',
  "'; drop table users; --",
  '<script>alert(1)</script>',
  '../../encryption.key',
  '%00%2e%2e%2f',
  '{}',
  'null',
  '__proto__',
  'ﷺ𝔘é',
  'http://127.0.0.1:9/',
  '2026-02-31',
  'x'.repeat(5000),
]
const text = fc.oneof(fc.constantFrom(...JUNK_TEXT), fc.string({ maxLength: 40 }))
const junk = fc.oneof(
  text,
  fc.constantFrom<unknown>(null, true, -1, 0, 1.5, 2 ** 53, [], {}, [[[]]], { __proto__: null, id: {} }),
)

/** Values that fit a schema, but for its patterns and lengths. */
function fitting(schema: Schema, document: Document, depth = 0): fc.Arbitrary<unknown> {
  if (schema.$ref) {
    const found = document.components?.schemas?.[schema.$ref.split('/').at(-1) ?? '']
    return found && depth < 6 ? fitting(found, document, depth + 1) : junk
  }
  if ('const' in schema) return fc.constant(schema.const)
  if (schema.enum) return fc.constantFrom(...schema.enum)
  const choices = schema.anyOf ?? schema.oneOf ?? schema.allOf
  if (choices) return fc.oneof(...choices.map(one => fitting(one, document, depth + 1)))
  switch (Array.isArray(schema.type) ? schema.type[0] : schema.type) {
    case 'object': {
      const fields = Object.entries(schema.properties ?? {})
      const model = Object.fromEntries(
        fields.map(([name, field]) => [name, nearlyFitting(field, document, depth + 1)]),
      )
      const requiredKeys = (schema.required ?? []).filter(name => name in model)
      return fc.record(model, { requiredKeys: requiredKeys as never[] })
    }
    case 'array':
      return fc.array(fitting(schema.items ?? {}, document, depth + 1), { maxLength: 3 })
    case 'integer':
    case 'number':
      return fc.integer({
        min: Math.max(schema.minimum ?? -5, -5),
        max: Math.min(schema.maximum ?? 2000, 2000),
      })
    case 'boolean':
      return fc.boolean()
    case 'null':
      return fc.constant(null)
    default:
      return text
  }
}

function nearlyFitting(schema: Schema, document: Document, depth = 0): fc.Arbitrary<unknown> {
  return fc.oneof({ weight: 6, arbitrary: fitting(schema, document, depth) }, { weight: 1, arbitrary: junk })
}

export interface Call {
  method: string
  path: string
  body?: unknown
}

/** One call of one route: address, query and body. */
export function someCall(
  method: string,
  path: string,
  operation: Operation,
  document: Document,
): fc.Arbitrary<Call> {
  const { parameters = [], requestBody } = operation
  const values = parameters.map(({ name, in: place, required, schema }) =>
    fc.record({
      name: fc.constant(name),
      place: fc.constant(place),
      value: fc.option(nearlyFitting(schema, document), { freq: required ? 20 : 1, nil: undefined }),
    }),
  )
  const schema = requestBody?.content['application/json']?.schema
  return fc
    .record({
      given: fc.tuple(...values),
      body: schema ? nearlyFitting(schema, document) : fc.constant(undefined),
    })
    .map(({ given, body }) => {
      const asText = (value: unknown) =>
        encodeURIComponent((typeof value === 'string' ? value : (JSON.stringify(value) ?? '')).toWellFormed())
      let address = path
      const query: string[] = []
      for (const { name, place, value } of given) {
        if (place === 'path') address = address.replace(`{${name}}`, asText(value ?? '1') || '1')
        else if (place === 'query' && value !== undefined) query.push(`${name}=${asText(value)}`)
      }
      const called = { method: method.toUpperCase(), path: [address, ...query].join(query.length ? '?' : '') }
      return body === undefined ? called : { ...called, body }
    })
}

/** One for each route and person: with the same one everywhere, the first calls of all routes would be alike. */
function seedOf(seed: number, what: string): number {
  return createHash('sha256').update(`${seed} ${what}`).digest().readInt32BE()
}

interface CallsOfOne {
  seed: number
  /** `GET /api/things as kid` */
  what: string
  calls: fc.Arbitrary<Call>
  count: number
}

/** Makes the calls; null when all survive, else a sentence with what repeats it. */
export async function findFailure(
  { seed, what, calls, count }: CallsOfOne,
  survives: (call: Call) => Promise<void>,
): Promise<string | null> {
  const { failed, errorInstance, counterexamplePath } = await fc.check(fc.asyncProperty(calls, survives), {
    seed: seedOf(seed, what),
    numRuns: count,
    endOnFailure: true,
  })
  return failed ? `FUZZ_SEED=${seed}: ${what}, call ${counterexamplePath}: ${String(errorInstance)}` : null
}
