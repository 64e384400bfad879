import History from 'lucide-react/icons/history'
import Search from 'lucide-react/icons/search'
import { useTranslation } from 'react-i18next'
import { Button } from '#ui/button.tsx'
import { EmptyState } from '#ui/empty-state.tsx'
import { Section } from '#ui/section.tsx'

interface RecentListProps {
  recent: readonly string[]
  onPick: (query: string) => void
  onClear: () => void
}

export function RecentList({ recent, onPick, onClear }: RecentListProps) {
  const { t } = useTranslation()
  if (recent.length === 0)
    return (
      <EmptyState icon={<Search />} title={t('search.start_title')}>
        {t('search.start_text')}
      </EmptyState>
    )
  return (
    <Section
      title={t('search.recent')}
      action={
        <Button variant="ghost" size="sm" onClick={onClear}>
          {t('search.clear')}
        </Button>
      }
    >
      <ul className="divide-y divide-line rounded-card border border-line bg-surface">
        {recent.map(query => (
          <li key={query}>
            <button
              type="button"
              onClick={() => onPick(query)}
              className="flex min-h-12 w-full items-center gap-3 px-4 text-start hover:bg-raised"
            >
              <History aria-hidden className="size-4.5 shrink-0 text-muted" />
              <span className="truncate">{query}</span>
            </button>
          </li>
        ))}
      </ul>
    </Section>
  )
}
