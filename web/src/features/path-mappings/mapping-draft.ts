import type { PathMapping } from '@foyer/contract/instances/instances'

export function trimmed({ source_path, local_path }: PathMapping): PathMapping {
  return { source_path: source_path.trim(), local_path: local_path.trim() }
}

/** Rows with both folders; an incomplete row covers nothing yet. */
export function finishedRows(rows: readonly PathMapping[]): PathMapping[] {
  return rows.map(trimmed).filter(({ source_path, local_path }) => source_path && local_path)
}

/** Whether these rows are others than those that were saved, or in another order. */
export function isChanged(rows: readonly PathMapping[], saved: readonly PathMapping[]): boolean {
  const textOf = (all: readonly PathMapping[]) =>
    JSON.stringify(all.map(({ source_path, local_path }) => [source_path, local_path]))
  return textOf(rows) !== textOf(saved)
}

/** The counts of the complete rows, assigned to all rows; undefined for an incomplete one. */
export function countsOfRows(
  rows: readonly PathMapping[],
  counted: readonly { files: number }[],
): (number | undefined)[] {
  const counts = [...counted]
  return rows.map(row => (finishedRows([row]).length > 0 ? counts.shift()?.files : undefined))
}

const FILE = /\.[a-z0-9]{2,5}$/i
const MAX_SUGGESTED = 3

/**
 * The folder to map: the one that contains all others. A file lies `depth` folders below it. Undefined above the
 * first folder.
 */
export function shelfOf(path: string, depth: number): string | undefined {
  const separator = path.startsWith('/') ? '/' : '\\'
  const parts = path.split(/[\\/]/)
  const named = parts.slice(0, FILE.test(path) ? -1 - depth : -1)
  const shelf = named.join(separator)
  return named.filter(Boolean).length > (separator === '/' ? 0 : 1) ? shelf : undefined
}

/** Folders of the library without a mapping, not even an incomplete one. */
export function suggestedSources(
  uncovered: readonly { path: string }[],
  rows: readonly PathMapping[],
  depth: number,
): string[] {
  const begun = new Set(rows.map(({ source_path }) => source_path.trim()))
  const shelves = uncovered.flatMap(({ path }) => shelfOf(path, depth) ?? [])
  return [...new Set(shelves)].filter(shelf => !begun.has(shelf)).slice(0, MAX_SUGGESTED)
}

/** Whether a folder is an allowed folder or inside one. The server checks it again. */
export function isBeneath(roots: readonly string[], folder: string): boolean {
  const path = `${folder.trim().replace(/\/+$/, '')}/`
  return roots.some(root => path.startsWith(`${root.replace(/\/+$/, '')}/`))
}
