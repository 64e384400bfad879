import { useTranslation } from 'react-i18next'
import { useTypedSearch } from '#lib/use-typed-search.ts'
import { SearchField } from '#ui/search-field.tsx'
import { RecentList } from './recent-list.tsx'
import { SearchResults } from './search-results.tsx'
import { useRecent } from './use-recent.ts'

interface SearchViewProps {
  /** The search in the address. */
  query: string
  onQuery: (query: string) => void
}

/** Searches while typing and keeps the address in sync, so that Back and shared links show the same. */
export function SearchView({ query, onQuery }: SearchViewProps) {
  const { t } = useTranslation()
  const { recent, remember, clear } = useRecent()
  const [typed, setTyped] = useTypedSearch(query, onQuery)

  return (
    <div className="flex flex-col gap-6">
      <search>
        <form
          onSubmit={event => {
            event.preventDefault()
            remember(typed)
          }}
        >
          <SearchField
            label={t('discover.search.label')}
            placeholder={t('discover.search.placeholder')}
            value={typed}
            onType={setTyped}
            ready={query === ''}
          />
        </form>
      </search>
      {query ? (
        <SearchResults query={query} onOpen={() => remember(query)} />
      ) : (
        <RecentList recent={recent} onPick={setTyped} onClear={clear} />
      )}
    </div>
  )
}
