import Search from 'lucide-react/icons/search'
import { useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Input } from '#ui/input.tsx'
import { RecentList } from './recent-list.tsx'
import { SearchResults } from './search-results.tsx'
import { useDebounced } from './use-debounced.ts'
import { useRecent } from './use-recent.ts'

const PAUSE_MS = 300
const LONGEST = 300

interface SearchViewProps {
  /** What the address asks for. */
  query: string
  onQuery: (query: string) => void
}

/** Finds while one types; the address follows, so that Back and a shared link find the same. */
export function SearchView({ query, onQuery }: SearchViewProps) {
  const { t } = useTranslation()
  const { recent, remember, clear } = useRecent()
  const [typed, setTyped] = useState(query)
  const said = useRef(query)
  const settled = useDebounced(typed.trim(), PAUSE_MS)

  useEffect(() => {
    if (settled === said.current) return
    said.current = settled
    onQuery(settled)
  }, [settled, onQuery])

  useEffect(() => {
    // The address was changed by somebody else: the palette, Back, a link.
    if (query === said.current) return
    said.current = query
    setTyped(query)
  }, [query])

  return (
    <div className="flex flex-col gap-6">
      <search>
        <form
          onSubmit={event => {
            event.preventDefault()
            remember(typed)
          }}
        >
          <Input
            type="search"
            icon={<Search />}
            aria-label={t('discover.search.label')}
            placeholder={t('discover.search.placeholder')}
            value={typed}
            maxLength={LONGEST}
            enterKeyHint="search"
            autoComplete="off"
            // oxlint-disable-next-line jsx-a11y/no-autofocus -- the page is this field; one comes here to type
            autoFocus={query === ''}
            onChange={event => setTyped(event.target.value)}
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
