import type { MovieDetail } from '@foyer/contract/discover-screen/media-details'
import type { ScreenPage } from '@foyer/contract/discover-screen/screen-items'
import { useCallback } from 'react'
import { numberOf, partOf, textOf } from './provider-fields.ts'
import { collectionQuery } from './title-parts-api.ts'
import { TitleRow } from '../cards/title-row.tsx'

/** The other movies of the collection, by release date. */
export function CollectionRow({ movie }: { movie: MovieDetail }) {
  const collection = movie['belongs_to_collection']
  const id = numberOf(partOf(collection, 'id'))
  const name = textOf(partOf(collection, 'name'))
  const select = useCallback(
    (page: ScreenPage) => ({ ...page, results: page.results.filter(row => row.id !== movie.id) }),
    [movie.id],
  )
  if (id === undefined || name === undefined) return null
  return <TitleRow heading={name} type="movie" query={{ ...collectionQuery(id), select }} />
}
