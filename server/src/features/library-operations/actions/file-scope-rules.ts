import { Refusal } from '#kit/refusal.ts'
import type { ShelfEpisode } from '#ports/courier-series.ts'
import type { RemovableFile } from '#ports/manager-actions.ts'

/** The files of these episodes. A file that holds several is chosen by any of them. */
export function filesOfEpisodes(
  files: readonly RemovableFile[],
  episodes: readonly Pick<ShelfEpisode, 'record_id'>[],
): RemovableFile[] {
  const wanted = new Set(episodes.map(one => one.record_id))
  return files.filter(file => file.episode_ids.some(id => wanted.has(id)))
}

/** The numbers of all episodes that would lose their file, in order. */
export function episodeNumbersIn(
  files: readonly RemovableFile[],
  episodes: readonly Pick<ShelfEpisode, 'record_id' | 'episode_number'>[],
): number[] {
  const held = new Set(files.flatMap(file => file.episode_ids))
  return episodes
    .filter(one => held.has(one.record_id))
    .map(one => one.episode_number)
    .sort((a, b) => a - b)
}

/** Exactly the scope is deleted: a file that also holds other episodes stays. */
export function assertNothingElse(held: readonly number[], asked: readonly number[]): void {
  const others = held.filter(number => !asked.includes(number))
  if (others.length > 0)
    throw new Refusal('conflict', {
      error: `A file also holds episode ${others.join(', ')}, which nobody asked to delete. Nothing was deleted.`,
    })
}

/** The grabs to mark as failed, each once. Refuses when it is not known where a file came from. */
export function grabsOf(files: readonly RemovableFile[]): NonNullable<RemovableFile['grab']>[] {
  const grabs = new Map<number, NonNullable<RemovableFile['grab']>>()
  for (const { name, grab } of files) {
    if (!grab)
      throw new Refusal('conflict', {
        error: `The history does not say which release "${name}" came from, so it cannot be blocked. Nothing was deleted. Delete the files only, without blocklist.`,
      })
    grabs.set(grab.history_id, grab)
  }
  return [...grabs.values()]
}
