import { z } from 'zod'
import { defineTool } from '../../define-tool.ts'
import { fitRows, fitText } from '../fit-result.ts'
import { actionContext, BookId, Episode, Instance, Season, TitleType, TmdbId } from './action-parts.ts'

const MAX_REJECTIONS = 8

export const searchReleases = defineTool({
  name: 'search_releases',
  title: 'Look at releases',
  description:
    'Searches the indexers live and lists the releases they offer for a movie (tmdb_id), a season or an episode (tmdb_id with season, episode) or a book (book_id), the best first, with the reasons why the library manager rejects some. Slow: up to three minutes. Nothing is grabbed. To grab one, pass its guid and indexer_id to grab_release with the same scope; a guid here is a reference that only works there.',
  permission: 'library:search',
  hint: 'read',
  input: z.strictObject({
    media_type: TitleType,
    tmdb_id: TmdbId,
    season: Season,
    episode: Episode,
    book_id: BookId,
  }),
  output: z.object({
    instance: Instance,
    subject: z.string(),
    total: z.int().describe('How many releases were found.'),
    truncated: z.boolean().describe('True: only the best ones are listed.'),
    releases: z.array(
      z.object({
        guid: z.string().describe('A reference for grab_release.'),
        indexer_id: z.int(),
        indexer: z.string(),
        title: z.string(),
        quality: z.string(),
        size_bytes: z.number(),
        age_days: z.number(),
        protocol: z.string(),
        seeders: z.int().nullable(),
        leechers: z.int().nullable(),
        custom_format_score: z.number(),
        custom_formats: z.array(z.string()),
        languages: z.array(z.string()),
        approved: z.boolean().describe('False: the manager would not grab it by itself; see rejections.'),
        rejections: z.array(z.string()),
        download_allowed: z.boolean().describe('False: it cannot be grabbed.'),
      }),
    ),
  }),
  async run(input, call) {
    const { instance, subject, releases } = await call.operations.actions.searchReleases(
      input,
      actionContext(call),
    )
    const rows = releases.map(release => ({
      ...release,
      title: fitText(release.title),
      rejections: release.rejections.slice(0, MAX_REJECTIONS).map(reason => fitText(reason)),
    }))
    const cut = fitRows(rows)
    return { instance, subject, total: releases.length, truncated: cut.truncated, releases: cut.rows }
  },
})
