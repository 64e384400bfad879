/** The range the contract accepts, in megabytes. */
export const SMALLEST = 16
export const LARGEST = 1_048_576

/** Undefined for anything that is not a valid size. */
export function sizeOf(typed: string): number | undefined {
  const megabytes = /^\d{1,7}$/.test(typed.trim()) ? Number(typed) : undefined
  return megabytes !== undefined && megabytes >= SMALLEST && megabytes <= LARGEST ? megabytes : undefined
}
