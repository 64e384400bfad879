import { isRecord, type JsonRecord } from '../kit/json.ts'

/** A request that the provider's reference does not allow. */
export class Violation extends Error {
  readonly param: string | null

  constructor(message: string, param: string | null = null) {
    super(message)
    this.param = param
  }
}

export type Check = (value: unknown, path: string) => void

export function violate(path: string, problem: string): never {
  throw new Violation(`Invalid value for '${path}': ${problem}.`, path)
}

export const text: Check = (value, path) => {
  if (typeof value !== 'string') violate(path, 'expected a string')
}

export const filledText: Check = (value, path) => {
  if (typeof value !== 'string' || value === '') violate(path, 'expected a non-empty string')
}

export const flag: Check = (value, path) => {
  if (typeof value !== 'boolean') violate(path, 'expected a boolean')
}

export const number: Check = (value, path) => {
  if (typeof value !== 'number') violate(path, 'expected a number')
}

export const count: Check = (value, path) => {
  if (!Number.isInteger(value) || Number(value) < 1) violate(path, 'expected a positive integer')
}

export const anything: Check = () => undefined

export const record: Check = (value, path) => {
  if (!isRecord(value)) violate(path, 'expected an object')
}

export function oneOf(...values: readonly unknown[]): Check {
  return (value, path) => {
    if (!values.includes(value)) violate(path, `expected one of ${JSON.stringify(values)}`)
  }
}

export function listOf(check: Check): Check {
  return (value, path) => {
    if (!Array.isArray(value)) violate(path, 'expected a list')
    for (const [i, item] of value.entries()) check(item, `${path}[${i}]`)
  }
}

/** Passes when one of the checks does; otherwise fails as the last one. */
export function either(...checks: readonly Check[]): Check {
  return (value, path) => {
    for (const check of checks.slice(0, -1)) {
      if (passes(check, value, path)) return
    }
    checks.at(-1)?.(value, path)
  }
}

function passes(check: Check, value: unknown, path: string): boolean {
  try {
    check(value, path)
    return true
  } catch (error) {
    if (error instanceof Violation) return false
    throw error
  }
}

export const nullable = (check: Check): Check => either(oneOf(null), check)

/** An object with these fields and no other. */
export function object(required: Record<string, Check>, optional: Record<string, Check> = {}): Check {
  return (value, path) => {
    if (!isRecord(value)) violate(path, 'expected an object')
    const at = (name: string) => (path === '' ? name : `${path}.${name}`)
    for (const name of Object.keys(required))
      if (value[name] === undefined)
        throw new Violation(`Missing required parameter: '${at(name)}'.`, at(name))
    for (const name of Object.keys(value)) {
      const check = required[name] ?? optional[name]
      if (!check) throw new Violation(`Unknown parameter: '${at(name)}'.`, at(name))
      check(value[name], at(name))
    }
  }
}

/** An object whose form depends on the value of one field. */
export function byField(field: string, forms: Record<string, Check>): Check {
  return (value, path) => {
    if (!isRecord(value)) violate(path, 'expected an object')
    const form = forms[String(value[field])]
    if (!form) violate(`${path}.${field}`, `expected one of ${Object.keys(forms).join(', ')}`)
    form(value, path)
  }
}

const NOT_AT_THE_TOP = ['oneOf', 'anyOf', 'allOf', 'enum', 'not']

/** The parameters of a tool: providers refuse anything but an object, and choices at its top. */
export const toolSchema: Check = (value, path) => {
  if (!isRecord(value)) violate(path, 'expected an object')
  if (value['type'] !== 'object')
    violate(path, `schema must be of type "object", got "${String(value['type'])}"`)
  for (const name of NOT_AT_THE_TOP)
    if (name in value) violate(path, `schema must not have '${name}' at the top level`)
  arraysHaveItems(value, path)
}

function arraysHaveItems(schema: JsonRecord, path: string): void {
  if (schema['type'] === 'array' && schema['items'] === undefined && schema['prefixItems'] === undefined)
    violate(path, 'array schema missing items')
  for (const [name, inner] of Object.entries(schema)) {
    if (isRecord(inner)) arraysHaveItems(inner, `${path}.${name}`)
    if (Array.isArray(inner))
      for (const item of inner) if (isRecord(item)) arraysHaveItems(item, `${path}.${name}`)
  }
}

export function toolName(longest: number): Check {
  return (value, path) => {
    if (typeof value !== 'string' || !/^[\w-]+$/.test(value) || value.length > longest)
      violate(path, `expected a name of letters, digits, _ and -, at most ${longest}`)
  }
}

/** No two tools of the same name, and not more than the provider takes. */
export function checkToolNames(names: readonly string[], most: number): void {
  if (names.length > most) violate('tools', `expected at most ${most} tools`)
  if (new Set(names).size !== names.length) violate('tools', 'tool names must be unique')
}
