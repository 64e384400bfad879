import { useInfiniteQuery } from '@tanstack/react-query'
import { createFileRoute } from '@tanstack/react-router'
import CheckCheck from 'lucide-react/icons/check-check'
import { useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { inboxQuery, useReadAll, useReadOne } from '#features/inbox/api.ts'
import { InboxList } from '#features/inbox/inbox-list.tsx'
import { InboxSkeleton, NoNotifications } from '#features/inbox/inbox-states.tsx'
import { errorText } from '#lib/error-text.ts'
import { MoreRows } from '#lib/more-rows.tsx'
import { notificationTexts } from '#lib/texts/notification-texts.ts'
import { usePageTitle } from '#lib/page-title.ts'
import { ReadFailure } from '#lib/read-failure.tsx'
import { useLocalTitles } from '#lib/title-names.ts'
import { Button } from '#ui/button.tsx'
import { Notice } from '#ui/notice.tsx'
import { Page } from '#ui/page.tsx'
import { PageHeader } from '#ui/page-header.tsx'

export const Route = createFileRoute('/_app/inbox')({
  loader: ({ context }) => {
    void context.queries.prefetchInfiniteQuery(inboxQuery())
    return notificationTexts()
  },
  component: InboxPage,
})

function InboxPage() {
  const { t } = useTranslation()
  const list = useInfiniteQuery(inboxQuery())
  const readOne = useReadOne()
  const readAll = useReadAll()
  const rows = useRef<HTMLDivElement>(null)
  usePageTitle(t('inbox.title'))
  const stored = list.data?.pages.flatMap(page => page.entries) ?? []
  const data = useLocalTitles(stored.map(entry => entry.data))
  const entries = stored.map((entry, i) => ({ ...entry, data: data[i] ?? entry.data }))
  const newest = entries[0]
  const failed = readOne.error ?? readAll.error
  return (
    <Page>
      <PageHeader
        title={t('inbox.title')}
        text={t('inbox.text')}
        action={
          newest &&
          entries.some(entry => entry.read_at === null) && (
            <Button
              icon={<CheckCheck aria-hidden />}
              loading={readAll.isPending}
              onClick={() => {
                // The button disappears when pressed, so the focus moves to the list.
                rows.current?.focus()
                readAll.mutate(newest.id)
              }}
            >
              {t('inbox.mark_all')}
            </Button>
          )
        }
      />
      {failed && <Notice tone="danger">{errorText(t, failed)}</Notice>}
      {list.data ? (
        newest ? (
          <>
            <div ref={rows} tabIndex={-1} className="flex flex-col gap-6 outline-none">
              <InboxList entries={entries} onRead={id => readOne.mutate(id)} />
            </div>
            {list.hasNextPage ? (
              <MoreRows automatic list={list} shown={entries.length} />
            ) : (
              <p className="px-1 text-sm text-muted">{t('inbox.kept')}</p>
            )}
          </>
        ) : (
          <NoNotifications />
        )
      ) : list.error ? (
        <ReadFailure of={list} title={t('inbox.unreadable')} />
      ) : (
        <InboxSkeleton />
      )}
    </Page>
  )
}
