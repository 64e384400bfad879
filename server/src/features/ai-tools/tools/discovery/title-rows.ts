import type { ScreenItem, ScreenPage } from '@foyer/contract/discover-screen/screen-items'
import { z } from 'zod'
import { fitText } from '../fit-result.ts'

export const ScreenType = z.enum(['movie', 'tv'])

/** A movie or show as the search and list tools answer it. */
export const TitleRow = z.object({
  media_type: ScreenType,
  tmdb_id: z.int(),
  title: z.string(),
  year: z.int().optional(),
  /** 0 to 10. */
  rating: z.number().optional(),
  overview: z.string().optional(),
  poster_path: z.string().optional(),
})
export type TitleRow = z.infer<typeof TitleRow>

/**
 * Without a total: the provider counts titles that a kids account does not see (1:4.5 kids rule 1), and a count must
 * not reveal them.
 */
export const TitlePage = z.object({ results: z.array(TitleRow), page: z.int(), has_more: z.boolean() })

/** Longer texts would fill a result with the plots of titles nobody asked about. An empty text counts as none. */
export function shorten(text: string | null | undefined, max_length?: number): string | undefined {
  return text ? fitText(text, max_length) : undefined
}

export function yearOf(date: string | null | undefined): number | undefined {
  const year = /^\d{4}/.exec(date ?? '')?.[0]
  return year === undefined ? undefined : Number(year)
}

/** Movies and shows of a page; people are left out. `kind` is the type of rows that name none. */
export function titleRows(items: readonly ScreenItem[], kind?: 'movie' | 'tv'): TitleRow[] {
  return items.flatMap(item => {
    const media_type = item.media_type ?? kind
    const title = item.title ?? item.name
    if ((media_type !== 'movie' && media_type !== 'tv') || !title) return []
    return [
      {
        media_type,
        tmdb_id: item.id,
        title,
        year: yearOf(item.release_date ?? item.first_air_date),
        rating: item.vote_count === 0 ? undefined : item.vote_average,
        overview: shorten(item.overview),
        poster_path: item.poster_path ?? undefined,
      },
    ]
  })
}

export function titlePage({ results, page, total_pages }: ScreenPage, kind?: 'movie' | 'tv') {
  return { results: titleRows(results, kind), page, has_more: page < Math.min(total_pages, 500) }
}
