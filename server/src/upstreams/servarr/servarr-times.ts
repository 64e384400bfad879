/** The year of a date. .NET's "no date" is the first day of year 1, which is null here. */
export function yearOf(date: string | null | undefined): number | null {
  const year = Number(/^(\d{4})-/.exec(date ?? '')?.[1] ?? 0)
  return year > 1 ? year : null
}

/** Normalised, so that times compare as text; null for an invalid time. */
export function timeOf(text: string | null | undefined): string | null {
  const at = yearOf(text) === null ? Number.NaN : Date.parse(text ?? '')
  return Number.isNaN(at) ? null : new Date(at).toISOString()
}

/** A .NET time span, `HH:mm:ss` or `d.HH:mm:ss`, in seconds; null for anything else. */
export function secondsOf(span: string | null | undefined): number | null {
  const parts = /^(?:(\d+)\.)?(\d+):(\d{2}):(\d{2})/.exec(span ?? '')
  if (!parts) return null
  const [days = 0, hours = 0, minutes = 0, seconds = 0] = parts.slice(1).map(part => Number(part ?? 0))
  return ((days * 24 + hours) * 60 + minutes) * 60 + seconds
}
