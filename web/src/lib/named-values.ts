export interface NamedValue {
  /** Empty for a value that has no name. */
  name: string
  value: string
}

function wordsOf(value: unknown): string {
  if (typeof value === 'string') return value
  if (typeof value === 'number' || typeof value === 'boolean') return String(value)
  if (Array.isArray(value) && value.every(one => typeof one !== 'object')) return value.join(', ')
  return JSON.stringify(value)
}

/** What a tool was given, as names and values; without the empty ones. */
export function namedValues(value: unknown): NamedValue[] {
  if (typeof value !== 'object' || value === null) return [{ name: '', value: wordsOf(value) }]
  return Object.entries(value)
    .filter(([, one]) => one !== null && one !== '')
    .map(([name, one]) => ({ name: name.replaceAll('_', ' '), value: wordsOf(one) }))
}
