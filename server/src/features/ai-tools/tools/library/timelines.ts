import { z } from 'zod'
import type { LibraryReads } from '#features/library-operations/index.ts'
import type { LibraryEntry } from '#ports/manager-reads.ts'
import { fitRows, fitText } from '../fit-result.ts'
import { libraryOf, presentLibraries } from './library-results.ts'

const MAX_EVENTS = 120
/** Of all libraries together, so that events have room: a daily show has hundreds of episodes in a season. */
const PARTS_BYTES = 12 * 1024

const Event = z.object({ at: z.string(), kind: z.string(), sentence: z.string() })
const Part = z.object({
  title: z.string(),
  season_number: z.int().optional(),
  episode_number: z.int().optional(),
  airs_at: z.string().optional(),
  monitored: z.boolean(),
  has_file: z.boolean(),
})

/** What happened to a title, oldest first, and how its parts stand now. */
export const TimelineOutput = z.object({
  libraries: z.array(
    libraryOf(Event).extend({
      title: z.string().optional(),
      parts: z.array(Part).optional(),
      /** Of all parts, of which `parts` are the first. */
      parts_total: z.int().optional(),
    }),
  ),
})

function partOf(one: LibraryEntry): z.input<typeof Part> {
  const { season_number, episode_number, airs_at, monitored, file_count, wanted_count } = one
  return {
    title: fitText(one.episode_title ?? one.title),
    season_number,
    episode_number,
    airs_at,
    monitored,
    has_file: file_count > 0 && file_count >= wanted_count,
  }
}

export function presentTimeline(answers: Awaited<ReturnType<LibraryReads['seasonTimeline']>>) {
  // Newest first while lists are cut: the oldest events are those that nobody misses.
  const { libraries } = presentLibraries(answers, MAX_EVENTS, ({ found, titles, events }) => ({
    found,
    items: events.toReversed().map(event => ({ ...event, sentence: fitText(event.sentence) })),
    ...(titles[0] && { title: titles[0].title }),
    parts: fitRows(titles.map(partOf), PARTS_BYTES / answers.length).rows,
    parts_total: titles.length,
  }))
  return {
    libraries: libraries.map(({ items, ...library }) => ({
      ...library,
      ...(items && { items: items.toReversed() }),
    })),
  }
}
