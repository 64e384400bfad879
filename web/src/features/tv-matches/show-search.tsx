import { useQuery } from '@tanstack/react-query'
import { createLink } from '@tanstack/react-router'
import Search from 'lucide-react/icons/search'
import Tv from 'lucide-react/icons/tv'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ReadFailure } from '#lib/read-failure.tsx'
import { IconTile } from '#ui/icon-tile.tsx'
import { RowLink, RowList } from '#ui/row-link.tsx'
import { RowSkeleton } from '#ui/skeleton.tsx'
import { showsQuery } from './search-api.ts'
import { SearchLine } from './search-line.tsx'

const PageRow = createLink(RowLink)

interface ShowSearchProps {
  query: string
  onQuery: (query: string) => void
}

/** Finds the show to correct. */
export function ShowSearch({ query, onQuery }: ShowSearchProps) {
  const { t } = useTranslation()
  const [typed, setTyped] = useState(query)
  const read = useQuery(showsQuery(query))
  const { data, error, isFetching } = read
  return (
    <div className="flex flex-col gap-4">
      <SearchLine
        label={t('tv_matches.find_show')}
        value={typed}
        onChange={setTyped}
        busy={isFetching}
        onSearch={() => onQuery(typed.trim())}
      />
      {query !== '' && !data && !error && <RowSkeleton />}
      {error && <ReadFailure of={read} compact />}
      {data?.length === 0 && (
        <output className="flex items-center gap-2 text-sm text-muted">
          <Search aria-hidden className="size-4" />
          {t('tv_matches.no_show')}
        </output>
      )}
      {data && data.length > 0 && (
        <RowList aria-label={t('tv_matches.found_shows')}>
          {data.map(show => (
            <li key={show.id}>
              <PageRow
                to="/settings/tv-matches/$tmdb_id"
                params={{ tmdb_id: String(show.id) }}
                mark={
                  <IconTile>
                    <Tv />
                  </IconTile>
                }
                title={show.name ?? show.id}
                text={show.first_air_date?.slice(0, 4)}
              />
            </li>
          ))}
        </RowList>
      )}
    </div>
  )
}
