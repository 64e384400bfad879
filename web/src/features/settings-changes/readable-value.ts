/** What a stored value can be (2:4.8): anything that JSON can hold. */
type Value = string | number | boolean | null | readonly Value[] | { readonly [key: string]: Value }

interface Words {
  none: string
  empty: string
  on: string
  off: string
  number: (value: number) => string
}

/** A stored value as a person would write it. Objects become "name: value" lines; their names come from the library. */
export function readableValue(value: Value, words: Words): string {
  if (value === null) return words.none
  if (typeof value === 'boolean') return value ? words.on : words.off
  if (typeof value === 'number') return words.number(value)
  if (typeof value === 'string') return value === '' ? words.empty : value
  const lines = isList(value)
    ? value.map(one => readableValue(one, words))
    : Object.entries(value).map(([name, one]) => `${name}: ${readableValue(one, words)}`)
  return lines.length === 0 ? words.empty : lines.join('\n')
}

function isList(value: readonly Value[] | { readonly [key: string]: Value }): value is readonly Value[] {
  return Array.isArray(value)
}
