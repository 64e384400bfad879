import type { TitleRemoval, TitleRemovalPreview } from '@foyer/contract/title-tools'
import { z } from 'zod'
import { sourceId } from '#features/book-identity/index.ts'
import type { EntryScope, RemovableEntry, WorkScope } from '#features/library-operations/index.ts'
import { sha256 } from '#kit/crypto.ts'
import { MINUTE_MS } from '#kit/durations.ts'
import type { RemovalRow } from './removal-store.ts'

/** Longer than any removal takes: one that still has no end by then was cut off. */
export const REMOVAL_MS = 5 * MINUTE_MS

/** What a removal deletes, and where. */
export interface RemovalScope extends Pick<RemovableEntry, 'entry' | 'files'> {
  instance: Pick<RemovableEntry['instance'], 'id' | 'name' | 'url'>
}

/** A title that something is removed of. */
export type RemovedTitle = EntryScope | WorkScope

const Files = z.array(z.object({ name: z.string(), size_bytes: z.number() }))

/** A book or album has no number of its own: its id is kept beside its files. */
const RemovedFiles = z.union([
  Files.transform(files => ({ files, foreign_id: null, book_format: undefined })),
  z.object({
    foreign_id: z.string(),
    book_format: z.enum(['ebook', 'audiobook']).optional(),
    files: Files,
  }),
])
const removedFiles = (text: string) => RemovedFiles.parse(JSON.parse(text))

/** C8: the book list's ids are the library's ids of the same works. */
const workIdOf = ({ foreign_id }: WorkScope) => sourceId(foreign_id)

/** The columns of a row by which the removals of a title are found. */
export function rowKeyOf(title: RemovedTitle): Pick<RemovalRow, 'media_type' | 'tmdb_id'> {
  const { media_type } = title
  return { media_type, tmdb_id: 'tmdb_id' in title ? title.tmdb_id : 0 }
}

/** Rows of books and albums have the same key: each names its title itself. */
export function isRemovalOf(title: RemovedTitle, { files }: Pick<RemovalRow, 'files'>): boolean {
  return 'tmdb_id' in title || removedFiles(files).foreign_id === workIdOf(title)
}

/** What a row keeps of the files that a removal deletes. */
export function filesText(title: RemovedTitle, { entry, files: found }: RemovalScope): string {
  const files = found.map(({ name, size_bytes }) => ({ name, size_bytes }))
  if ('tmdb_id' in title) return JSON.stringify(files)
  const { format } = entry
  return JSON.stringify({ foreign_id: workIdOf(title), ...(format && { book_format: format }), files })
}

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

/** What a library that could be read has of the title now. */
export interface EntriesNow {
  instance_id: string
  record_ids: readonly number[]
}

/** Nobody saw its end, and nobody is at it any more. */
export function isOpen(row: Pick<RemovalRow, 'state' | 'started_at'>, now: Date): boolean {
  return row.state === 'outcome_unknown' || (row.state === 'started' && !isUnderWay(row, now))
}

/**
 * What became of a removal that nobody saw the end of, by the library as it is now; null: that is still open. An entry
 * that is gone was removed. One that is there may still be on its way out, until a removal would have ended.
 */
export function settledState(
  row: Pick<RemovalRow, 'state' | 'started_at' | 'instance_id' | 'record_id'>,
  seen: EntriesNow | undefined,
  now: Date,
): 'done' | 'failed' | null {
  if (!isOpen(row, now) || !seen || seen.instance_id !== row.instance_id) return null
  if (!seen.record_ids.includes(row.record_id)) return 'done'
  return now.getTime() - Date.parse(row.started_at) < REMOVAL_MS ? null : 'failed'
}

/** A removal that the server did not see the end of may have happened. */
export function presentRemoval(row: RemovalRow, now: Date): TitleRemoval {
  const { files, book_format } = removedFiles(row.files)
  const { id, instance_id, instance_name, started_at, username } = row
  return {
    id,
    instance_id,
    instance_name,
    ...(book_format && { book_format }),
    state: row.state === 'started' && !isUnderWay(row, now) ? 'outcome_unknown' : row.state,
    delete_files: row.delete_files === 1,
    file_count: files.length,
    total_bytes: sumOf(files),
    ...(username !== null && { removed_by: username }),
    started_at,
  }
}
