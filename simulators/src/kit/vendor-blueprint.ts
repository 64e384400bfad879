import { asList, isRecord } from './json.ts'
import type { JournalEntry } from './journal.ts'

/** What an API Blueprint document says of one operation. */
interface Operation {
  name: string
  expression: RegExp
  literals: number
  query: readonly string[]
  /** The example answer; undefined when it shows none. */
  example: unknown
}

export interface Blueprint {
  /** The operation of an exchange as the document names it, or null. */
  operationOf: (entry: Pick<JournalEntry, 'method' | 'path'>) => string | null
  /** What the document holds against one exchange; empty when it agrees. */
  violations: (entry: JournalEntry) => string[]
}

/** Reads an API Blueprint (FORMAT: 1A) as far as paths, parameters and example answers go. */
export function readBlueprint(text: string, general: readonly string[]): Blueprint {
  const sections = text.split(/^## /m).slice(1)
  const operations = sections.flatMap(readSection).sort((a, b) => b.literals - a.literals)
  const find = ({ method, path }: Pick<JournalEntry, 'method' | 'path'>) =>
    operations.find(one => one.name.startsWith(`${method} `) && one.expression.test(path))

  return {
    operationOf: entry => find(entry)?.name ?? null,
    violations(entry) {
      const operation = find(entry)
      if (!operation) return [`${entry.method} ${entry.path}: no such operation`]
      const strange = [...entry.query.keys()].filter(
        name => !general.includes(name) && !operation.query.includes(name),
      )
      const body = entry.answer?.status === 200 ? entry.answer.body : undefined
      const wrong = body === undefined ? [] : differences(operation.example, body, '')
      return [...strange.map(name => `${operation.name}: ?${name} is not documented`), ...wrong]
    },
  }
}

function readSection(section: string): Operation[] {
  const head = /^[^\n[]*\[([^\]]+)\]/.exec(section)
  if (!head?.[1]) return []
  const [path = '', query = ''] = head[1].split('{?')
  const optional = [...section.matchAll(/^ {4}\+ (\w+) \(optional/gm)].map(match => match[1] ?? '')
  const parts = section.split(/^### /m).slice(1)
  return parts.flatMap(part => {
    const method = /\[([A-Z]+)\]/.exec(part.split('\n', 1)[0] ?? '')?.[1]
    if (!method) return []
    return [
      {
        name: `${method} ${path}`,
        expression: pathExpression(path, optional),
        literals: path.split('/').filter(segment => !segment.startsWith('{')).length,
        query: query.replace('}', '').split(',').filter(Boolean),
        example: exampleIn(part),
      },
    ]
  })
}

/** Optional parameters at the end may be left out, from the right. */
function pathExpression(path: string, optional: readonly string[]): RegExp {
  const source = path
    .split('/')
    .slice(1)
    .map(segment => {
      const name = /^\{(\w+)\}$/.exec(segment)?.[1]
      if (name === undefined) return `/${segment.replaceAll('.', String.raw`\.`)}`
      return optional.includes(name) ? '(?:/[^/]+)?' : '/[^/]+'
    })
  return new RegExp(`^${source.join('')}$`)
}

function exampleIn(part: string): unknown {
  const answer = part.split(/^\+ Response 200/m)[1]?.split(/^\+ /m)[0]
  const body = answer?.split(/^ {4}\+ Body\s*$/m)[1]
  if (!body) return undefined
  try {
    return JSON.parse(body)
  } catch {
    // Some examples are cut short by hand; they prove nothing.
    return undefined
  }
}

/** What every example has, the answer has too; what both have is of one type. Null fits anything. */
function differences(example: unknown, found: unknown, at: string): string[] {
  if (example === undefined || example === null || found === null) return []
  if (Array.isArray(example)) {
    if (!Array.isArray(found)) return [`${at}: is no list`]
    return found.flatMap((item, i) => differencesOfItem(example, item, `${at}/${i}`))
  }
  if (isRecord(example)) {
    if (!isRecord(found)) return [`${at}: is no object`]
    return Object.entries(example).flatMap(([key, value]) =>
      key in found ? differences(value, found[key], `${at}/${key}`) : [`${at}/${key}: is missing`],
    )
  }
  return typeof example === typeof found ? [] : [`${at}: is a ${typeof found}`]
}

/** A mixed list shows one example per type; an item must fit one of them. */
function differencesOfItem(examples: readonly unknown[], item: unknown, at: string): string[] {
  const tries = asList(examples).map(example => differences(example, item, at))
  return tries.find(problems => problems.length === 0) ?? tries[0] ?? []
}
