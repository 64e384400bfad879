import {
  getCollection,
  getMovieKeywords,
  getMovieOffers,
  getSeason,
  getTvKeywords,
  getTvOffers,
} from '@foyer/contract/discover-screen/title-parts'
import { queryOptions } from '@tanstack/react-query'
import { call } from '#lib/api.ts'
import type { ScreenType } from '../title.ts'

/** About as long as the server caches them (1/4.5). */
const kept = { staleTime: 30 * 60_000, gcTime: 30 * 60_000 } as const

export function offersQuery(type: ScreenType, id: number, region: string) {
  return queryOptions({
    ...kept,
    queryKey: ['discover-screen', 'offers', type, id, region],
    queryFn: ({ signal }) =>
      call(
        type === 'movie' ? getMovieOffers : getTvOffers,
        { params: { id: String(id) }, query: { region } },
        { signal },
      ),
  })
}

export function seasonQuery(id: number, season_number: number) {
  return queryOptions({
    ...kept,
    queryKey: ['discover-screen', 'season', id, season_number],
    queryFn: ({ signal }) =>
      call(getSeason, { params: { id: String(id), season_number: String(season_number) } }, { signal }),
  })
}

export function collectionQuery(id: number) {
  return queryOptions({
    ...kept,
    queryKey: ['discover-screen', 'collection', id],
    queryFn: ({ signal }) => call(getCollection, { params: { id: String(id) } }, { signal }),
  })
}

export function keywordsQuery(type: ScreenType, id: number) {
  return queryOptions({
    ...kept,
    queryKey: ['discover-screen', 'keywords', type, id],
    queryFn: ({ signal }) =>
      call(type === 'movie' ? getMovieKeywords : getTvKeywords, { params: { id: String(id) } }, { signal }),
  })
}
