const SHORTEST = 8
const GOOD = 14

export type PasswordGrade =
  | { grade: 'none' }
  | { grade: 'short'; missing: number }
  | { grade: 'checking' | 'common' | 'fair' | 'good' }

/** Whether a password is long enough to be checked against the common ones. */
export function isLongEnough(password: string): boolean {
  return Array.from(password).length >= SHORTEST
}

/**
 * Counts characters as the server does (R5); an emoji is one. `is_common` is null until the list is loaded, and until
 * then no password is rated good.
 */
export function gradePassword(password: string, is_common: boolean | null): PasswordGrade {
  const length = Array.from(password).length
  if (length === 0) return { grade: 'none' }
  if (length < SHORTEST) return { grade: 'short', missing: SHORTEST - length }
  if (is_common === null) return { grade: 'checking' }
  if (is_common) return { grade: 'common' }
  return { grade: length < GOOD ? 'fair' : 'good' }
}

/** How full the meter is. */
export function lengthShare(password: string): number {
  return Math.min(Array.from(password).length / GOOD, 1)
}
