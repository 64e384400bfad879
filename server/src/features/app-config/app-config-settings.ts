import { FEATURED_SOURCES } from '@foyer/contract/app-config'
import { z } from 'zod'
import { defineSetting } from '#settings/settings.ts'

/** Null means not decided yet, which is not the same as the effective value (1/4.2). */
export const SavedDiscovery = z.object({
  source: z.enum(FEATURED_SOURCES).nullable(),
  english_only: z.boolean().nullable(),
  hidden_when_unconfigured: z.object({
    movie: z.boolean(),
    tv: z.boolean(),
    book: z.boolean(),
    music: z.boolean(),
  }),
})
export type SavedDiscovery = z.infer<typeof SavedDiscovery>

export const discovery = defineSetting({
  key: 'discovery',
  schema: SavedDiscovery,
  default: {
    source: null,
    english_only: null,
    hidden_when_unconfigured: { movie: false, tv: false, book: false, music: false },
  },
})

/** By checklist key. Keys that a later version dropped are kept and ignored. */
export const setupSkips = defineSetting({
  key: 'setup_skips',
  schema: z.record(z.string(), z.boolean()),
  default: {},
})
