/** The range the contract accepts. */
export const FEWEST = 1
export const MOST = 365

interface KeepDraft {
  every: string
  typed: string
  saved: number
}

/** What a form saves; undefined if it cannot. While backups are off it has no field for the number, so that one stays. */
export function keepToSave({ every, typed, saved }: KeepDraft): number | undefined {
  const keep = keepCountOf(typed)
  return every === 'off' ? (keep ?? saved) : keep
}

/** Undefined for anything that is not a valid number of backups. */
export function keepCountOf(typed: string): number | undefined {
  const count = /^\d{1,3}$/.test(typed.trim()) ? Number(typed) : undefined
  return count !== undefined && count >= FEWEST && count <= MOST ? count : undefined
}
