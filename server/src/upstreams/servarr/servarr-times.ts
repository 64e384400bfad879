/** The year that a date begins with. .NET's "no date" is the first day of the first year, and null here. */
export function yearOf(date: string | null | undefined): number | null {
  const year = Number(/^(\d{4})-/.exec(date ?? '')?.[1] ?? 0)
  return year > 1 ? year : null
}

/** In one form, so that times compare as they read; null for what is no time. */
export function timeOf(text: string | null | undefined): string | null {
  const at = yearOf(text) === null ? Number.NaN : Date.parse(text ?? '')
  return Number.isNaN(at) ? null : new Date(at).toISOString()
}
