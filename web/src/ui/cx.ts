type Name = string | false | null | undefined

/** Joins class names, skipping what does not apply. */
export function cx(...names: Name[]): string {
  return names.filter(Boolean).join(' ')
}
