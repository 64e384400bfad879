import SearchX from 'lucide-react/icons/search-x'
import { useDeferredValue, useEffect, useEffectEvent, useMemo, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { BestMatch, BestMatchWaiting } from '#features/search/best-match.tsx'
import { OwnResults } from '#features/search/own-results.tsx'
import { RecentList } from '#features/search/recent-list.tsx'
import { SearchForm } from '#features/search/search-form.tsx'
import { searchPause } from '#features/search/search-pause.ts'
import { useRecent } from '#features/search/use-recent.ts'
import { useSearch } from '#features/search/use-search.ts'
import { useTypedSearch } from '#lib/use-typed-search.ts'
import { Button } from '#ui/button.tsx'
import { EmptyState } from '#ui/empty-state.tsx'
import { isNamed, isTaken, rankSections } from '#ui/palette-order.ts'
import { useHasWaited } from '#ui/use-has-waited.ts'
import { useFoundSections, useOwnSections } from '../-use-search-sections.ts'
import { SearchFrame } from './-search-frame.tsx'
import { SearchGroups } from './-search-groups.tsx'

/** How long Enter waits for a better match before it takes the best title so far. */
const WAIT_MS = 1500
const OWN_SHOWN = 6

interface SearchEverythingProps {
  /** The search in the address. */
  query: string
  onQuery: (query: string) => void
}

/** Searches while typing and keeps the address in sync, so that Back and shared links show the same. */
export function SearchEverything({ query, onQuery }: SearchEverythingProps) {
  const { recent, remember, clear } = useRecent()
  const [typed, setTyped, searchNow] = useTypedSearch(query, onQuery, searchPause)
  const [entered, setEntered] = useState(false)
  const page = useRef<HTMLDivElement>(null)
  const wanted = query.trim()
  const focusField = () => page.current?.querySelector('input')?.focus()
  return (
    <div ref={page} className="flex flex-col gap-6">
      <SearchForm
        typed={typed}
        ready={query === ''}
        onType={text => {
          setEntered(false)
          setTyped(text)
        }}
        onEnter={() => {
          remember(typed)
          searchNow()
          setEntered(true)
        }}
      />
      {wanted ? (
        <SearchFrame>
          <Results
            query={wanted}
            entered={entered && typed.trim() === wanted}
            onTaken={() => setEntered(false)}
            onOpen={() => remember(wanted)}
            onClear={() => {
              setTyped('')
              focusField()
            }}
          />
        </SearchFrame>
      ) : (
        <RecentList
          recent={recent}
          // The pressed button goes away with the list.
          onPick={text => {
            setTyped(text)
            // On a phone the keyboard would cover the results.
            if (matchMedia('(pointer: fine)').matches) focusField()
            else document.getElementById('main')?.focus({ preventScroll: true })
          }}
          onClear={() => {
            clear()
            focusField()
          }}
        />
      )}
    </div>
  )
}

interface ResultsProps {
  query: string
  /** Enter was pressed: the focus goes to the best match as soon as it is to be taken. */
  entered: boolean
  onTaken: () => void
  /** A result was opened, so the search is remembered. */
  onOpen: () => void
  onClear: () => void
}

function Results({ query, entered, onTaken, onOpen, onClear }: ResultsProps) {
  const { t } = useTranslation()
  const search = useSearch(query)
  const shown = useDeferredValue(search)
  const found = useFoundSections(search.groups, query)
  const is_own_read = useDeferredValue(true, false)
  const own = useOwnSections(is_own_read)
  const count = found.reduce((sum, { items }) => sum + items.length, 0)
  // Each of some hundred names is compared, so not at every render.
  const best = useMemo(() => rankSections(query, [...found, ...own])[0]?.items[0], [query, found, own])
  const own_ranked = useMemo(() => rankSections(query, own).flatMap(({ items }) => items), [query, own])
  const own_items = own_ranked
    // Descriptions of settings contain many words: beside titles, only what is called so is shown.
    .filter(item => item !== best && (count === 0 || isNamed(item.label, query)))
    .slice(0, OWN_SHOWN)
  // A page or setting that is the best match is shown as one, and counts like the others.
  const shown_count = count + own_items.length + (best && own_ranked.includes(best) ? 1 : 0)
  const best_link = useFocusAfterEnter(
    entered && is_own_read,
    waited => isTaken(query, found, best, waited),
    onTaken,
  )
  const is_pending = !is_own_read || found.some(({ state }) => state === 'pending')
  const has_failed = found.some(({ state }) => state === 'failed')
  return (
    <div
      className="flex flex-col gap-8"
      onClickCapture={event => {
        if (event.target instanceof Element && event.target.closest('a')) onOpen()
      }}
    >
      <output className="sr-only">
        {is_pending ? t('search.searching') : t('search.found', { count: shown_count })}
      </output>
      {best ? <BestMatch item={best} ref={best_link} /> : is_pending && <BestMatchWaiting />}
      {shown.groups && <SearchGroups query={query} search={shown} groups={shown.groups} />}
      <OwnResults items={own_items} />
      {!best && !is_pending && (
        <EmptyState
          icon={<SearchX />}
          title={t(has_failed ? 'search.partly_title' : 'discover.search.empty_title', { query })}
          // What failed has a button of its own.
          action={!has_failed && <Button onClick={onClear}>{t('search.clear')}</Button>}
        >
          {t(has_failed ? 'search.partly_text' : 'search.empty_text')}
        </EmptyState>
      )}
    </div>
  )
}

/**
 * A link that gets the focus after Enter, as soon as it is to be taken. Answers may take longer than the wait, so that
 * Enter counts until then, unless the focus has left the search field.
 */
function useFocusAfterEnter(entered: boolean, isTakenAfter: (wait: boolean) => boolean, onTaken: () => void) {
  const link = useRef<HTMLAnchorElement>(null)
  const has_waited = useHasWaited(entered, WAIT_MS)
  const take = useEffectEvent(() => {
    if (document.activeElement?.closest('search')) link.current?.focus()
    onTaken()
  })
  const is_taken = entered && isTakenAfter(has_waited)
  useEffect(() => {
    if (!is_taken) return undefined
    const timer = setTimeout(take)
    return () => clearTimeout(timer)
  }, [is_taken])
  return link
}
