import type {
  FormatSettings,
  FormatSpecification,
  Json,
  SpecificationKind,
} from '#ports/manager-configuration.ts'

export interface FormatDiff {
  key: string
  label: string
  before: Json
  after: Json
}

/** The problem with these conditions, or null. A manager would answer an unknown kind with an error of its own. */
export function formatProblem(
  { name, specifications }: FormatSettings,
  kinds: readonly SpecificationKind[],
): string | null {
  if (name.trim() === '') return 'Give the custom format a name.'
  if (specifications.length === 0) return 'A custom format needs at least one condition.'
  const names = specifications.map(one => one.name)
  if (names.some(one => one.trim() === '')) return 'Every condition needs a name.'
  if (new Set(names).size < names.length) return 'Every condition needs a name of its own.'
  for (const specification of specifications) {
    const problem = specificationProblem(specification, kinds)
    if (problem) return problem
  }
  return null
}

function specificationProblem(
  { name, implementation, fields }: FormatSpecification,
  kinds: readonly SpecificationKind[],
): string | null {
  const kind = kinds.find(one => one.implementation === implementation)
  if (!kind) {
    const known = kinds.map(one => one.implementation).join(', ')
    return `The condition "${name}" has an unknown implementation. Use one of: ${known}.`
  }
  const unknown = Object.keys(fields).filter(field => !kind.fields.includes(field))
  if (unknown.length === 0) return null
  return `The condition "${name}" has unknown fields (${unknown.join(', ')}). ${implementation} has: ${kind.fields.join(', ')}.`
}

/** One entry for each condition that was added, changed or removed, by name. */
export function diffFormats(before: FormatSettings | null, after: FormatSettings): FormatDiff[] {
  const old = specificationsByName(before)
  const now = specificationsByName(after)
  const names = [...new Set([...old.keys(), ...now.keys()])]
  return names.flatMap(name => {
    const [from, to] = [old.get(name), now.get(name)]
    if (from && to && isWithin(to, from)) return []
    return [{ ...entryOf(name), before: shown(from), after: shown(to) }]
  })
}

const entryOf = (name: string) => ({ key: `specifications.${name}`, label: `Condition ${name}` })

/** The condition of this entry as it is now; undefined when it is not there. */
export function shownSpecification(format: FormatSettings, key: string): Json | undefined {
  const found = format.specifications.find(one => entryOf(one.name).key === key)
  return found && shown(found)
}

/** Whether a condition is as it was shown before, apart from fields that the manager added. */
export function isSameShown(recorded: Json, current: Json): boolean {
  const [one, other] = [partsOf(recorded), partsOf(current)]
  if (!one || !other) return isEqual(recorded, current)
  const has = (field: string) => isEqual(one.fields[field] ?? null, other.fields[field] ?? null)
  return isEqual(one.rest, other.rest) && Object.keys(one.fields).every(has)
}

function partsOf(shown: Json): { rest: Json; fields: Readonly<Record<string, Json>> } | null {
  if (typeof shown !== 'object' || shown === null || Array.isArray(shown)) return null
  const { fields, ...rest } = shown
  const isRecord = typeof fields === 'object' && fields !== null && !Array.isArray(fields)
  return { rest, fields: isRecord ? fields : {} }
}

function specificationsByName(format: FormatSettings | null): Map<string, FormatSpecification> {
  return new Map((format?.specifications ?? []).map(one => [one.name, one]))
}

function shown(specification: FormatSpecification | undefined): Json {
  if (!specification) return null
  const { implementation, negate, required, fields } = specification
  return { implementation, negate, required, fields: { ...fields } }
}

/** Whether a manager that was sent `intended` holds it: it may have added fields with their defaults. */
export function isSameFormat(intended: FormatSettings, live: FormatSettings): boolean {
  const [wanted, found] = [specificationsByName(intended), specificationsByName(live)]
  if (intended.name !== live.name || wanted.size !== found.size) return false
  return [...wanted].every(([name, one]) => {
    const other = found.get(name)
    return other !== undefined && isWithin(one, other)
  })
}

function isWithin(one: FormatSpecification, other: FormatSpecification): boolean {
  return (
    one.implementation === other.implementation &&
    one.negate === other.negate &&
    one.required === other.required &&
    Object.entries(one.fields).every(([field, value]) => isEqual(value, other.fields[field] ?? null))
  )
}

function isEqual(one: Json, other: Json): boolean {
  return JSON.stringify(one) === JSON.stringify(other)
}
