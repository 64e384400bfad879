export const SHORTEST = 8
const GOOD = 14

export type PasswordLength =
  | { grade: 'none' }
  | { grade: 'short'; missing: number }
  | { grade: 'fair' | 'good' }

/** Length by character, as the server counts (R5); an emoji is one. */
export function judgeLength(password: string): PasswordLength {
  const length = Array.from(password).length
  if (length === 0) return { grade: 'none' }
  if (length < SHORTEST) return { grade: 'short', missing: SHORTEST - length }
  return { grade: length < GOOD ? 'fair' : 'good' }
}

/** How full to draw the meter. */
export function lengthShare(password: string): number {
  return Math.min(Array.from(password).length / GOOD, 1)
}
