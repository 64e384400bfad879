/** The range the contract accepts. */
export const FEWEST = 1
export const MOST = 365

/** Undefined for anything that is not a valid number of backups. */
export function keepCountOf(typed: string): number | undefined {
  const count = /^\d{1,3}$/.test(typed.trim()) ? Number(typed) : undefined
  return count !== undefined && count >= FEWEST && count <= MOST ? count : undefined
}
