/** Readers for bodies that came over the wire: a wrong type reads as absent. */
export type JsonRecord = Record<string, unknown>

export function isRecord(value: unknown): value is JsonRecord {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

export function asRecord(value: unknown): JsonRecord {
  return isRecord(value) ? value : {}
}

export function asList(value: unknown): unknown[] {
  return Array.isArray(value) ? value : []
}

export function numberIn(record: JsonRecord, name: string): number | undefined {
  const value = record[name]
  return typeof value === 'number' ? value : undefined
}

export function textIn(record: JsonRecord, name: string): string | undefined {
  const value = record[name]
  return typeof value === 'string' ? value : undefined
}

export function flagIn(record: JsonRecord, name: string): boolean | undefined {
  const value = record[name]
  return typeof value === 'boolean' ? value : undefined
}

export function numbersIn(record: JsonRecord, name: string): number[] {
  return asList(record[name]).filter(value => typeof value === 'number')
}
