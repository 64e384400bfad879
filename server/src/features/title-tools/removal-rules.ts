import type { TitleRemoval, TitleRemovalPreview } from '@foyer/contract/title-tools'
import { z } from 'zod'
import type { RemovableEntry } from '#features/library-operations/index.ts'
import { sha256 } from '#kit/crypto.ts'
import type { RemovalRow } from './removal-store.ts'

/** Longer than any removal takes: one that still has no end by then was cut off. */
export const REMOVAL_MS = 5 * 60_000

/** What a removal deletes, and where. */
export interface RemovalScope extends Pick<RemovableEntry, 'entry' | 'files'> {
  instance: Pick<RemovableEntry['instance'], 'id' | 'name' | 'url'>
}

const Files = z.array(z.object({ name: z.string(), size_bytes: z.number() }))

const sumOf = (files: readonly { size_bytes: number }[]) =>
  files.reduce((total, { size_bytes }) => total + size_bytes, 0)

/**
 * Stands for one list of what would be deleted. Any other file, size, folder, entry or address gives another one, so
 * a confirmation never covers what its preview did not show.
 */
export function confirmationOf({ instance, entry, files }: RemovalScope): string {
  const listed = files
    .map(({ file_id, name, size_bytes }) => [file_id, name, size_bytes] as const)
    .toSorted(([a], [b]) => a - b)
  return sha256(
    JSON.stringify([instance.id, instance.url, entry.record_id, entry.title, entry.folder, listed]),
  )
}

export function presentPreview(found: RemovalScope): TitleRemovalPreview {
  const { instance, entry } = found
  const files = found.files.map(({ name, size_bytes }) => ({ name, size_bytes }))
  return {
    instance_id: instance.id,
    instance_name: instance.name,
    title: entry.title,
    folder: entry.folder,
    files,
    total_bytes: sumOf(files),
    confirmation: confirmationOf(found),
  }
}

/** Whether somebody may still be at it. */
export function isUnderWay(
  { state, started_at }: Pick<RemovalRow, 'state' | 'started_at'>,
  now: Date,
): boolean {
  return state === 'started' && now.getTime() - Date.parse(started_at) < REMOVAL_MS
}

/** What a library that could be read says now about the title. */
export interface EntryNow {
  instance_id: string
  /** Undefined: the library does not have the title. */
  record_id: number | undefined
}

/**
 * What became of a removal that nobody saw the end of, by the library as it is now; null: that is still open. An entry
 * that is gone was removed. One that is there may still be on its way out, until a removal would have ended.
 */
export function settledState(
  row: Pick<RemovalRow, 'state' | 'started_at' | 'instance_id' | 'record_id'>,
  seen: EntryNow | undefined,
  now: Date,
): 'done' | 'failed' | null {
  const is_open = row.state === 'outcome_unknown' || (row.state === 'started' && !isUnderWay(row, now))
  if (!is_open || !seen || seen.instance_id !== row.instance_id) return null
  if (seen.record_id !== row.record_id) return 'done'
  return now.getTime() - Date.parse(row.started_at) < REMOVAL_MS ? null : 'failed'
}

/** A removal that the server did not see the end of may have happened. */
export function presentRemoval(row: RemovalRow, now: Date): TitleRemoval {
  const files = Files.parse(JSON.parse(row.files))
  const { id, instance_id, instance_name, started_at, username } = row
  return {
    id,
    instance_id,
    instance_name,
    state: row.state === 'started' && !isUnderWay(row, now) ? 'outcome_unknown' : row.state,
    delete_files: row.delete_files === 1,
    file_count: files.length,
    total_bytes: sumOf(files),
    ...(username !== null && { removed_by: username }),
    started_at,
  }
}
