import { useInfiniteQuery } from '@tanstack/react-query'
import { useBlocker } from '@tanstack/react-router'
import LibraryBig from 'lucide-react/icons/library-big'
import SearchX from 'lucide-react/icons/search-x'
import SlidersHorizontal from 'lucide-react/icons/sliders-horizontal'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from '#ui/button.tsx'
import { EmptyState } from '#ui/empty-state.tsx'
import { Sheet } from '#ui/sheet.tsx'
import { useMediaQuery } from '#ui/use-media-query.ts'
import { browsePagesQuery } from '../api.ts'
import { compact, countFilters } from './browse-filters.ts'
import { FilterPanel, type FilterProps } from './filter-panel.tsx'
import type { WithoutOwned } from './shown-titles.ts'
import { TitleGrid } from '../cards/title-grid.tsx'
import { useTotal } from '../feeds/use-total.ts'

interface BrowseViewProps extends FilterProps {
  /** Leaves out what the account's libraries have; undefined without a library. */
  withoutOwned: WithoutOwned | undefined
}

/** The grid with its filters: beside it on a desktop, in a sheet on a phone. */
export function BrowseView({ type, filters, withoutOwned, onChange }: BrowseViewProps) {
  const { t } = useTranslation()
  const is_wide = useMediaQuery('(min-width: 64rem)')
  const [open, setOpen] = useState(false)
  // Each filter replaces the address, so the sheet has no history entry of its own that closing could take back.
  useBlocker({
    disabled: !open || is_wide,
    enableBeforeUnload: false,
    shouldBlockFn({ action }) {
      if (action !== 'BACK') return false
      setOpen(false)
      return true
    },
  })
  const list = useInfiniteQuery(browsePagesQuery(type, filters))
  const count = countFilters(filters)
  const total = useTotal(list.data?.pages[0]?.total_results)
  const clearing = {
    onClick: () => onChange(({ sort }) => (sort ? { sort } : {})),
    children: t('discover.filter.clear'),
  }
  const panel = (
    <FilterPanel type={type} filters={filters} has_library={withoutOwned !== undefined} onChange={onChange} />
  )
  const without = filters.owned &&
    withoutOwned && {
      Owned: withoutOwned,
      empty: (
        <EmptyState
          icon={<LibraryBig />}
          title={t('discover.owned_all_title')}
          action={
            <Button onClick={() => onChange(before => compact({ ...before, owned: undefined }))}>
              {t('discover.owned_show')}
            </Button>
          }
        >
          {t('discover.owned_all_text')}
        </EmptyState>
      ),
    }
  return (
    <div className="flex items-start gap-8">
      {is_wide && (
        <aside
          aria-label={t('discover.filter.title')}
          className="sticky top-6 max-h-[calc(100dvh-3rem)] w-80 shrink-0 overflow-y-auto rounded-card border border-line bg-surface p-5"
        >
          {panel}
        </aside>
      )}
      <div className="flex min-w-0 flex-1 flex-col gap-4">
        <div className="flex min-h-11 flex-wrap items-center justify-between gap-3">
          <p aria-live="polite" className="text-sm text-muted tabular-nums">
            {total !== undefined && t('discover.found', { count: total })}
          </p>
          <div className="flex gap-2">
            {count > 0 && <Button variant="ghost" size="sm" {...clearing} />}
            {!is_wide && (
              <Button icon={<SlidersHorizontal aria-hidden />} onClick={() => setOpen(true)}>
                {count > 0 ? t('discover.filter.open_count', { count }) : t('discover.filter.title')}
              </Button>
            )}
          </div>
        </div>
        <TitleGrid
          list={list}
          type={type}
          without={without}
          empty={
            <EmptyState
              icon={<SearchX />}
              title={t('discover.filter.empty_title')}
              action={count > 0 && <Button {...clearing} />}
            >
              {t('discover.filter.empty_text')}
            </EmptyState>
          }
        />
      </div>
      {!is_wide && (
        <Sheet
          open={open}
          onOpenChange={setOpen}
          title={t('discover.filter.title')}
          actions={
            <>
              {count > 0 && <Button variant="ghost" {...clearing} />}
              <Button variant="primary" onClick={() => setOpen(false)}>
                {total === undefined ? t('ui.done') : t('discover.filter.show', { count: total })}
              </Button>
            </>
          }
        >
          {panel}
        </Sheet>
      )}
    </div>
  )
}
