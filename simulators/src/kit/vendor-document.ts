import { readFileSync } from 'node:fs'
import { Ajv, type ValidateFunction } from 'ajv'
import formats from 'ajv-formats'
import { asList, asRecord, isRecord, type JsonRecord, textIn } from './json.ts'
import type { JournalEntry } from './journal.ts'
import { normaliseSchemas, type SchemaReading } from './vendor-schema.ts'
import { readSplitDocument } from './vendor-split.ts'

export interface Violation {
  operation: string
  part: 'operation' | 'path' | 'query' | 'request' | 'answer'
  /** Where in the part: a parameter name or a JSON pointer. */
  at: string
  problem: string
}

/** A place where the document is known to be wrong and the fact sheet wins. */
export interface Correction {
  /** A templated operation, `POST /api/v3/command`; `*` for all. */
  operation: string
  part: Violation['part']
  at?: RegExp
  reason: string
}

export interface VendorDocumentOptions extends SchemaReading {
  corrections?: readonly Correction[]
  /** Query names that carry the credential and are never documented per operation. */
  credentials?: readonly string[]
}

export interface VendorDocument {
  /** What the document holds against one exchange; empty when it agrees. */
  violations: (entry: JournalEntry) => Violation[]
  /** The templated operation an exchange belongs to, or null. */
  operationOf: (entry: Pick<JournalEntry, 'method' | 'path'>) => string | null
}

interface Operation {
  name: string
  expression: RegExp
  names: string[]
  literals: number
  definition: JsonRecord
}

export function loadVendorDocument(file: string, options: VendorDocumentOptions = {}): VendorDocument {
  const source: unknown = file.endsWith('.yaml')
    ? readSplitDocument(file)
    : JSON.parse(readFileSync(file, 'utf8'))
  return readVendorDocument(source, options)
}

/** Checks journalled exchanges against an OpenAPI 3.0 or 3.1 document. */
export function readVendorDocument(source: unknown, options: VendorDocumentOptions = {}): VendorDocument {
  const root = asRecord(normaliseSchemas(source, options))
  const ajv = new Ajv({
    strict: false,
    validateSchema: false,
    allErrors: true,
    coerceTypes: false,
    logger: false,
  })
  formats.default(ajv)
  ajv.addSchema({ $id: 'vendor', ...root })
  const operations = listOperations(root)
  const compiled = new Map<unknown, ValidateFunction>()

  function check(schema: unknown, value: unknown): { at: string; problem: string }[] {
    let validate = compiled.get(schema)
    if (!validate) {
      validate = ajv.compile(rebase(schema))
      compiled.set(schema, validate)
    }
    if (validate(value)) return []
    return (validate.errors ?? []).map(error => ({
      at: error.instancePath || '/',
      problem: `${error.message ?? 'is wrong'} ${JSON.stringify(error.params)}`,
    }))
  }

  function find(method: string, path: string): Operation | undefined {
    return operations.find(one => one.name.startsWith(`${method} `) && one.expression.test(path))
  }

  function checkParameters(operation: Operation, entry: JournalEntry): Violation[] {
    const declared = asList(operation.definition['parameters']).map(asRecord)
    const fail = (part: 'path' | 'query', at: string, problem: string) => ({
      operation: operation.name,
      part,
      at,
      problem,
    })
    const values = operation.expression.exec(entry.path)
    const inPath = operation.names.flatMap((name, i) => {
      const schema = declared.find(one => one['in'] === 'path' && one['name'] === name)?.['schema']
      const value = decodeURIComponent(values?.[i + 1] ?? '')
      return schema ? check(schema, readText(schema, [value])).map(e => fail('path', name, e.problem)) : []
    })
    const queries = declared.filter(one => one['in'] === 'query')
    const missing = queries
      .filter(one => one['required'] === true && !entry.query.has(textIn(one, 'name') ?? ''))
      .map(one => fail('query', textIn(one, 'name') ?? '', 'is required'))
    const sent = [...new Set(entry.query.keys())].filter(name => !options.credentials?.includes(name))
    const wrong = sent.flatMap(name => {
      const schema = queries.find(one => one['name'] === name)?.['schema']
      if (!schema) return [fail('query', name, 'is not a documented parameter')]
      return check(schema, readText(schema, entry.query.getAll(name))).map(e =>
        fail('query', name, e.problem),
      )
    })
    return [...inPath, ...missing, ...wrong]
  }

  function checkBodies(operation: Operation, entry: JournalEntry): Violation[] {
    const request = jsonSchema(operation.definition['requestBody'])
    const sent = entry.body !== undefined && request ? check(request, entry.body) : []
    const answer = entry.answer && jsonSchema(answerFor(operation, entry.answer.status))
    const got = answer && entry.answer?.body !== undefined ? check(answer, entry.answer.body) : []
    return [
      ...sent.map(error => ({ operation: operation.name, part: 'request' as const, ...error })),
      ...got.map(error => ({ operation: operation.name, part: 'answer' as const, ...error })),
    ]
  }

  const excused = (violation: Violation) =>
    options.corrections?.some(
      one =>
        (one.operation === '*' || one.operation === violation.operation) &&
        one.part === violation.part &&
        (!one.at || one.at.test(violation.at)),
    )

  return {
    operationOf: entry => find(entry.method, entry.path)?.name ?? null,
    violations(entry) {
      const operation = find(entry.method, entry.path)
      const name = `${entry.method} ${entry.path}`
      const found: Violation[] = operation
        ? [...checkParameters(operation, entry), ...checkBodies(operation, entry)]
        : [{ operation: name, part: 'operation', at: entry.path, problem: 'no such operation' }]
      return found.filter(violation => !excused(violation))
    },
  }
}

function listOperations(root: JsonRecord): Operation[] {
  const operations = Object.entries(asRecord(root['paths'])).flatMap(([path, item]) =>
    Object.entries(asRecord(item))
      .filter(([, definition]) => isRecord(definition))
      .map(([method, definition]): Operation => {
        const names: string[] = []
        const source = path
          .replaceAll(/[.+?^$()|[\]\\]/g, String.raw`\$&`)
          .replaceAll(/\{([^}]+)\}/g, (_, name: string) => (names.push(name), '([^/]+)'))
        const parameters = [
          ...asList(asRecord(item)['parameters']),
          ...asList(asRecord(definition)['parameters']),
        ]
        return {
          name: `${method.toUpperCase()} ${path}`,
          expression: new RegExp(`^${source}$`),
          names,
          literals: path.split('/').length - names.length * 2,
          definition: { ...asRecord(definition), parameters },
        }
      }),
  )
  return operations.sort((a, b) => b.literals - a.literals)
}

/** Documents list 200 alone where 201 or 202 is sent, so any success is held to the documented one. */
function answerFor(operation: Operation, status: number): unknown {
  const responses = asRecord(operation.definition['responses'])
  if (responses[String(status)]) return responses[String(status)]
  if (status < 200 || status > 299) return undefined
  return Object.entries(responses).find(([code]) => code.startsWith('2'))?.[1]
}

function jsonSchema(holder: unknown): unknown {
  const content = asRecord(asRecord(holder)['content'])
  return asRecord(content['application/json'])['schema']
}

/** A value from the address bar, read as the schema's type so that it can be held to it. */
function readText(schema: unknown, texts: readonly string[]): unknown {
  const { type, items } = asRecord(schema)
  const types = asList(type).length > 0 ? asList(type) : [type]
  if (types.includes('array')) return texts.map(text => readText(items, [text]))
  const text = texts[0] ?? ''
  if ((types.includes('integer') || types.includes('number')) && text !== '' && !Number.isNaN(Number(text)))
    return Number(text)
  if (types.includes('boolean') && (text === 'true' || text === 'false')) return text === 'true'
  return text
}

/** References are local to the document; here they must name it. */
function rebase(schema: unknown): JsonRecord {
  const text = JSON.stringify(schema).replaceAll('"$ref":"#/', '"$ref":"vendor#/')
  return asRecord(JSON.parse(text))
}
