import { createFileRoute } from '@tanstack/react-router'
import CalendarSync from 'lucide-react/icons/calendar-sync'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { parseCalendar } from '#features/releases/calendar-state.ts'
import { CalendarView } from '#features/releases/calendar-view.tsx'
import { FeedDialog } from '#features/releases/feed-dialog.tsx'
import { requirePermission } from '#lib/guard.ts'
import { usePageTitle } from '#lib/page-title.ts'
import { Button } from '#ui/button.tsx'
import { PageHeader } from '#ui/page-header.tsx'

export const Route = createFileRoute('/_app/calendar')({
  validateSearch: parseCalendar,
  loader: () => requirePermission('media:discover'),
  component: CalendarPage,
})

function CalendarPage() {
  const { t } = useTranslation()
  const search = Route.useSearch()
  const navigate = Route.useNavigate()
  const [feed, setFeed] = useState(false)
  usePageTitle(t('calendar.title'))
  return (
    <div className="flex flex-col gap-6">
      <PageHeader
        title={t('calendar.title')}
        action={
          <Button icon={<CalendarSync aria-hidden />} onClick={() => setFeed(true)}>
            {t('calendar.feed.subscribe')}
          </Button>
        }
      />
      <CalendarView
        search={search}
        onChange={change =>
          void navigate({
            search: before => parseCalendar({ ...before, ...change }),
            replace: true,
            resetScroll: false,
          })
        }
      />
      <FeedDialog open={feed} onOpenChange={setFeed} />
    </div>
  )
}
