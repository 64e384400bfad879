import { useNavigate } from '@tanstack/react-router'
import History from 'lucide-react/icons/history'
import Search from 'lucide-react/icons/search'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { FoundGroups } from '#features/search/found-groups.ts'
import { searchPause } from '#features/search/search-pause.ts'
import { useRecent } from '#features/search/use-recent.ts'
import { useSearch } from '#features/search/use-search.ts'
import { useSessionSection } from '#features/sessions/session-items.ts'
import { useSavePreferences } from '#features/person-preferences/api.ts'
import { useActionSection } from '#features/shell/keys/action-items.ts'
import type { PaletteHost } from '#features/shell/frame/shell.tsx'
import { errorText } from '#lib/error-text.ts'
import { useDebounced } from '#lib/use-debounced.ts'
import type { PaletteItem } from '#ui/palette-group.tsx'
import type { Section } from '#ui/palette-order.ts'
import { Palette } from '#ui/palette.tsx'
import { PaletteList } from '#ui/palette-list.tsx'
import { toast } from '#ui/toast-store.ts'
import { useFoundSections, useOwnSections } from './-use-search-sections.ts'

const PAUSE_MS = 200
/** Of each medium; the best ones first. */
const SHOWN = 4

type BodyProps = Pick<PaletteHost, 'onShortcuts'> & { onDone: () => void }

/** The command palette, composed of the sections of each slice. To add one, add a line in `PaletteBody`. */
export function AppPalette({ open, onOpenChange, onShortcuts }: PaletteHost) {
  const { t } = useTranslation()
  return (
    <Palette open={open} onOpenChange={onOpenChange} title={t('shell.palette.title')}>
      <PaletteBody onShortcuts={onShortcuts} onDone={() => onOpenChange(false)} />
    </Palette>
  )
}

function PaletteBody({ onShortcuts, onDone }: BodyProps) {
  const { t } = useTranslation()
  const [typed, setTyped] = useState('')
  const [entered, setEntered] = useState(false)
  const savePreferences = useSavePreferences()
  // The palette is closed by then, and its callbacks are gone with it.
  const onLanguage = (language: string) =>
    void savePreferences
      .mutateAsync({ language })
      .catch((error: unknown) => toast(errorText(t, error), { tone: 'danger' }))
  const { recent, remember } = useRecent()
  const wanted = typed.trim()
  const settled = useDebounced(wanted, searchPause(wanted, PAUSE_MS))
  const query = entered ? wanted : settled
  const { groups } = useSearch(query, wanted)
  const searches = useSearchRows(wanted, groups)
  const found = useFoundSections(groups, query).map(section => ({
    ...section,
    limit: SHOWN,
    items: section.items.map(item => ({
      ...item,
      run() {
        remember(wanted)
        item.run()
      },
    })),
  }))
  const recent_rows = useRecentSection(wanted === '' ? recent : [])
  const sections: Section<PaletteItem>[] = [
    recent_rows,
    ...found,
    ...searches,
    ...useOwnSections(),
    useSessionSection(),
    useActionSection({ onShortcuts, onLanguage }),
  ]
  const count = found.reduce((sum, { items }) => sum + Math.min(items.length, SHOWN), 0)
  const is_pending = found.some(({ state }) => state === 'pending')
  return (
    <PaletteList
      label={t('shell.palette.title')}
      placeholder={t('search.palette')}
      empty={t('shell.palette.empty', { query: typed })}
      typed={typed}
      onTyped={setTyped}
      sections={sections}
      status={is_pending ? t('search.searching') : groups ? t('search.found', { count }) : ''}
      entered={entered}
      onEntered={setEntered}
      onDone={onDone}
    />
  )
}

/** Opens the search page, or that of a source which did not answer. */
function useSearchRows(query: string, groups: FoundGroups | null): Section<PaletteItem>[] {
  const { t } = useTranslation()
  const navigate = useNavigate()
  if (!groups) return []
  const search = { q: query }
  const has_failed = (['movie', 'tv', 'person'] as const).some(type => groups[type].state === 'failed')
  const all: Section<PaletteItem> = {
    heading: t('search.everything'),
    source: 'found',
    items: [],
    search: {
      id: 'all',
      label: t('search.search_all', { query }),
      // Books and music have a row of their own for this.
      ...(has_failed && { hint: t('search.no_answer') }),
      icon: Search,
      run: () => void navigate({ to: '/search', search }),
    },
  }
  const away = (['book', 'music'] as const)
    .filter(type => groups[type].state === 'failed')
    .map(
      (type): Section<PaletteItem> => ({
        heading: t(type === 'book' ? 'discover.books' : 'discover.music'),
        source: 'found',
        items: [],
        search: {
          id: type,
          label: t(`search.in.${type}`, { query }),
          hint: t('search.no_answer'),
          icon: Search,
          run: () => void navigate({ to: type === 'book' ? '/books/search' : '/music/search', search }),
        },
      }),
    )
  return [all, ...away]
}

function useRecentSection(recent: readonly string[]): Section<PaletteItem> {
  const { t } = useTranslation()
  const navigate = useNavigate()
  return {
    heading: t('search.recent'),
    source: 'page',
    items: recent.map(query => ({
      id: `recent-${query}`,
      label: query,
      icon: History,
      run: () => void navigate({ to: '/search', search: { q: query } }),
    })),
  }
}
