/**
 * UTC first, then what the browser knows. A browser lists one name of each zone and the server accepts all (C58), so
 * that the stored one is added where it is missing.
 */
export function zonesWith(stored: string, known: readonly string[]): string[] {
  const zones = new Set([...known, ...(stored ? [stored] : [])])
  zones.delete('UTC')
  return ['UTC', ...[...zones].toSorted()]
}
