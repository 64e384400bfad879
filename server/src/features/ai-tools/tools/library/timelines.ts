import { z } from 'zod'
import type { LibraryReads } from '#features/library-operations/index.ts'
import { fitText } from '../fit-result.ts'
import { libraryOf, presentLibraries } from './library-results.ts'

const MAX_EVENTS = 120

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
    libraryOf(Event).extend({ title: z.string().optional(), parts: z.array(Part).optional() }),
  ),
})

export function presentTimeline(answers: Awaited<ReturnType<LibraryReads['seasonTimeline']>>) {
  // Newest first while lists are cut: the oldest events are those that nobody misses.
  const { libraries } = presentLibraries(answers, MAX_EVENTS, ({ found, titles, events }) => ({
    found,
    items: events.toReversed().map(event => ({ ...event, sentence: fitText(event.sentence) })),
    ...(titles[0] && { title: titles[0].title }),
    parts: titles.map(one => ({
      title: fitText(one.episode_title ?? one.title),
      ...(one.season_number !== undefined && { season_number: one.season_number }),
      ...(one.episode_number !== undefined && { episode_number: one.episode_number }),
      ...(one.airs_at !== undefined && { airs_at: one.airs_at }),
      monitored: one.monitored,
      has_file: one.file_count > 0 && one.file_count >= one.wanted_count,
    })),
  }))
  return {
    libraries: libraries.map(({ items, ...library }) => ({
      ...library,
      ...(items && { items: items.toReversed() }),
    })),
  }
}
