import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseQuery, type QueryField } from './graphql-query.ts'

/** The vendor's document stays outside the repository, under its own licence. */
const FILE = join(
  import.meta.dirname,
  '..',
  '..',
  '..',
  '..',
  'shared',
  'upstreams',
  'openapi',
  'hardcover.graphql',
)

/** A field of a type, with the name of what it answers. Arguments in between are skipped. */
const FIELD = /^ {2}(\w+)(?:\([^)]*\))?: \[?(\w+)/gm

type Types = Map<string, Map<string, string>>

function readTypes(text: string): Types {
  const plain = text.replaceAll(/"""[\s\S]*?"""/g, '')
  const blocks = [...plain.matchAll(/^type (\w+)[^{]*\{([\s\S]*?)^\}/gm)]
  return new Map(
    blocks.map(([, name = '', body = '']) => [
      name,
      new Map([...body.matchAll(FIELD)].map(([, field = '', type = '']) => [field, type])),
    ]),
  )
}

function strangers(types: Types, type: string, fields: readonly QueryField[]): string[] {
  return fields.flatMap(field => {
    const inner = types.get(type)?.get(field.name)
    if (inner === undefined) return [`${type}.${field.name}`]
    return strangers(types, inner, field.fields ?? [])
  })
}

/** Which fields of a query the vendor's schema does not have; null where the schema is not at hand. */
export function openHardcoverDocument(): { strangers(query: string): string[] } | null {
  if (!existsSync(FILE)) return null
  const types = readTypes(readFileSync(FILE, 'utf8'))
  return { strangers: query => strangers(types, 'query_root', parseQuery(query, {})) }
}
