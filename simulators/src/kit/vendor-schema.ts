import { asList, isRecord, type JsonRecord } from './json.ts'

export interface SchemaReading {
  /**
   * The document was inferred from example answers: a field that happened to be set is typed as never null, and a
   * number that happened to be whole as an integer. Both are widened.
   */
  inferred_from_examples?: boolean
}

const KNOWN_FORMATS = new Set(['date-time', 'date', 'uri', 'uuid', 'int32', 'int64', 'float', 'double'])

/** OpenAPI's dialect to plain JSON Schema: `nullable`, widened types, and formats nobody defined dropped. */
export function normaliseSchemas(root: unknown, reading: SchemaReading): unknown {
  return normalise(root, { inferred: false, reading })
}

interface Place {
  /** Inside an answer inferred from examples; what we send is held to the letter. */
  inferred: boolean
  reading: SchemaReading
}

function normalise(node: unknown, place: Place): unknown {
  if (Array.isArray(node)) return node.map(item => normalise(item, place))
  if (!isRecord(node)) return node
  const copy: JsonRecord = {}
  for (const [key, value] of Object.entries(node)) {
    // Examples are data, often large, and not schemas.
    if (key === 'example' || key === 'examples') continue
    const inferred = place.inferred || (key === 'responses' && place.reading.inferred_from_examples === true)
    copy[key] = normalise(value, { ...place, inferred })
  }
  // A property may itself be called "format"; then its value is a schema and stays.
  const { format } = copy
  if (typeof format === 'string' && !KNOWN_FORMATS.has(format)) delete copy['format']
  const nullable = copy['nullable'] === true
  if (typeof copy['nullable'] === 'boolean') delete copy['nullable']
  if (!isSchema(copy)) return copy
  if (place.inferred) widen(copy)
  if (nullable || place.inferred) admitNull(copy)
  return copy
}

/** A schema names a type as text or a list of texts; a map of properties holds schemas under any name. */
function isSchema(node: JsonRecord): boolean {
  const { type } = node
  return typeof type === 'string' || (Array.isArray(type) && type.every(one => typeof one === 'string'))
}

function widen(schema: JsonRecord): void {
  if (schema['type'] === 'integer') schema['type'] = 'number'
  delete schema['format']
}

function admitNull(schema: JsonRecord): void {
  const types = asList(schema['type']).length > 0 ? asList(schema['type']) : [schema['type']]
  if (!types.includes('null')) schema['type'] = [...types, 'null']
  if (Array.isArray(schema['enum']) && !schema['enum'].includes(null))
    schema['enum'] = [...schema['enum'], null]
}
