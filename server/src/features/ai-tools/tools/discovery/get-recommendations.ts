import { getMovieRecommendations, getTvRecommendations } from '@foyer/contract/discover-screen/media-details'
import { z } from 'zod'
import { defineTool } from '../../define-tool.ts'
import { TmdbId } from './search-inputs.ts'
import { ScreenType, TitlePage, titlePage } from './title-rows.ts'

export const getRecommendations = defineTool({
  name: 'get_recommendations',
  title: 'Similar titles',
  description:
    'Titles that people who like this movie or show also like. Use it for "something like …": search the named title ' +
    'first, then pass its tmdb_id and media_type.',
  permission: 'media:discover',
  hint: 'read',
  input: z.object({ tmdb_id: TmdbId, media_type: ScreenType }),
  output: TitlePage,
  async run({ tmdb_id, media_type }, { call }) {
    const route = media_type === 'movie' ? getMovieRecommendations : getTvRecommendations
    return titlePage(await call(route, { params: { id: String(tmdb_id) } }), media_type)
  },
})
