import { useInfiniteQuery } from '@tanstack/react-query'
import Music from 'lucide-react/icons/music'
import SearchX from 'lucide-react/icons/search-x'
import { useTranslation } from 'react-i18next'
import { QueryGrid } from '#lib/query-grid.tsx'
import { useTypedSearch } from '#lib/use-typed-search.ts'
import { Button } from '#ui/button.tsx'
import { EmptyState } from '#ui/empty-state.tsx'
import { SearchField } from '#ui/search-field.tsx'
import { Segmented } from '#ui/segmented.tsx'
import { Switch } from '#ui/switch.tsx'
import { unique } from './album.ts'
import { AlbumGrid } from './album-grid.tsx'
import { albumSearchQuery, artistSearchQuery } from './api.ts'
import { ArtistCard } from './artist-card.tsx'
import { useMusicShelf } from './shelf.ts'

export interface MusicSearch {
  q: string
  kind: 'albums' | 'artists'
  singles: boolean
}

interface SearchViewProps {
  search: MusicSearch
  onSearch: (change: Partial<MusicSearch>) => void
}

/** Searches albums or artists by name; the address is kept in sync. */
export function SearchView({ search, onSearch }: SearchViewProps) {
  const { t } = useTranslation()
  const [typed, setTyped] = useTypedSearch(search.q, q => onSearch({ q }))
  return (
    <div className="flex flex-col gap-6">
      <search className="flex flex-col gap-4">
        <SearchField
          label={t('music.search.label')}
          placeholder={t('music.search.placeholder')}
          value={typed}
          onType={setTyped}
          ready={search.q === ''}
        />
        <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3">
          <Segmented
            label={t('music.search.kind')}
            value={search.kind}
            onChange={kind => onSearch({ kind })}
            choices={[
              { value: 'albums', label: t('music.search.albums') },
              { value: 'artists', label: t('music.search.artists') },
            ]}
          />
          {search.kind === 'albums' && (
            <Switch
              label={t('music.search.singles')}
              checked={search.singles}
              onChange={singles => onSearch({ singles })}
            />
          )}
        </div>
      </search>
      {search.q === '' ? (
        <EmptyState icon={<Music />} title={t('music.search.start_title')}>
          {t('music.search.start_text')}
        </EmptyState>
      ) : search.kind === 'albums' ? (
        <Albums {...search} onSearch={onSearch} />
      ) : (
        <Artists {...search} onSearch={onSearch} />
      )}
    </div>
  )
}

type ResultsProps = MusicSearch & Pick<SearchViewProps, 'onSearch'>

/** Nothing found: the name may be an artist instead of an album, or the other way round. */
function Nothing({ q, kind, onSearch }: ResultsProps) {
  const { t } = useTranslation()
  const other = kind === 'albums' ? 'artists' : 'albums'
  return (
    <EmptyState
      icon={<SearchX />}
      title={t('discover.search.empty_title', { query: q })}
      action={<Button onClick={() => onSearch({ kind: other })}>{t(`music.search.${other}`)}</Button>}
    >
      {t('music.search.empty_text')}
    </EmptyState>
  )
}

function Albums(search: ResultsProps) {
  const { q, singles } = search
  const { instance_id } = useMusicShelf()
  const list = useInfiniteQuery(albumSearchQuery({ query: q, singles }, instance_id))
  return <AlbumGrid list={list} empty={<Nothing {...search} />} />
}

function Artists(search: ResultsProps) {
  const { q } = search
  const { instance_id } = useMusicShelf()
  const list = useInfiniteQuery(artistSearchQuery(q, instance_id))
  return (
    <QueryGrid
      list={list}
      shape="square"
      cards={pages =>
        unique(pages.flatMap(page => page.results)).map(artist => (
          <ArtistCard
            key={artist.foreign_id}
            id={artist.foreign_id}
            name={artist.name}
            detail={artist.disambiguation ?? artist.type ?? artist.country}
          />
        ))
      }
      empty={<Nothing {...search} />}
    />
  )
}
