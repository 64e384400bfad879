import type { JsonRecord } from '../kit/json.ts'

/** One field of a selection, its arguments with the variables already put in. */
export interface QueryField {
  name: string
  args: JsonRecord
  /** Null for a field that was asked for without a selection. */
  fields: QueryField[] | null
}

/** The query cannot be read; the message says where. */
export class QueryError extends Error {}

const TOKEN = /\.\.\.|[{}()[\]:!$=]|"(?:[^"\\]|\\.)*"|-?\d+(?:\.\d+)?|[A-Za-z_]\w*/g
const NAME = /^[A-Za-z_]/

/** The top-level fields of a query document: selections, arguments and variables, but no fragments. */
export function parseQuery(text: string, variables: JsonRecord): QueryField[] {
  const tokens = text.replaceAll(/#.*$/gm, '').match(TOKEN) ?? []
  let at = 0
  const peek = () => tokens[at] ?? ''
  function take(expected?: string): string {
    const token = peek()
    if (token === '' || (expected !== undefined && token !== expected)) {
      throw new QueryError(`expected ${expected ?? 'more'} but found ${token || 'the end'}`)
    }
    at += 1
    return token
  }

  function skipDefinitions(): void {
    let depth = 0
    do {
      const token = take()
      if (token === '(') depth += 1
      if (token === ')') depth -= 1
    } while (depth > 0)
  }

  function value(): unknown {
    const token = take()
    if (token === '$') return variables[take()] ?? null
    if (token === '[') return listUntil(']', value)
    if (token === '{') return Object.fromEntries(listUntil('}', entry))
    if (token.startsWith('"')) return JSON.parse(token)
    if (/^-?\d/.test(token)) return Number(token)
    if (token === 'true' || token === 'false') return token === 'true'
    // Enum members are bare words.
    return token === 'null' ? null : token
  }

  function listUntil<T>(end: string, read: () => T): T[] {
    const found: T[] = []
    while (peek() !== end) found.push(read())
    take(end)
    return found
  }

  function entry(): [string, unknown] {
    const name = take()
    take(':')
    return [name, value()]
  }

  function field(): QueryField {
    const name = take()
    if (!NAME.test(name)) throw new QueryError(`unexpected ${name}`)
    const args = peek() === '(' ? (take('('), Object.fromEntries(listUntil(')', entry))) : {}
    return { name, args, fields: peek() === '{' ? selection() : null }
  }

  function selection(): QueryField[] {
    take('{')
    return listUntil('}', field)
  }

  if (peek() === 'query' || peek() === 'mutation') {
    if (take() === 'mutation') throw new QueryError('mutations are not played here')
    if (NAME.test(peek())) take()
    if (peek() === '(') skipDefinitions()
  }
  const found = selection()
  if (peek() !== '') throw new QueryError(`unexpected ${peek()}`)
  return found
}
