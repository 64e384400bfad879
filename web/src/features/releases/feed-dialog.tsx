import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { errorText } from '#lib/error-text.ts'
import { useFormat } from '#lib/i18n.ts'
import { ReadFailure } from '#lib/read-failure.tsx'
import { Button } from '#ui/button.tsx'
import { Confirm } from '#ui/confirm.tsx'
import { Modal } from '#ui/modal.tsx'
import { Notice } from '#ui/notice.tsx'
import { Skeleton } from '#ui/skeleton.tsx'
import { calendarFeedQuery, useMakeFeed, useRevokeFeed } from './api.ts'
import { FeedLink } from './feed-link.tsx'

interface FeedDialogProps {
  open: boolean
  onOpenChange: (open: boolean) => void
}

/** The calendar link for other devices: create, copy once, revoke. */
export function FeedDialog({ open, onOpenChange }: FeedDialogProps) {
  const { t } = useTranslation()
  return (
    <Modal
      open={open}
      onOpenChange={onOpenChange}
      title={t('calendar.feed.title')}
      text={t('calendar.feed.text')}
    >
      {open && <FeedControls />}
    </Modal>
  )
}

function FeedControls() {
  const { t } = useTranslation()
  const read = useQuery(calendarFeedQuery())
  const { data, error } = read
  const make = useMakeFeed()
  const revoke = useRevokeFeed()
  const [confirming, setConfirming] = useState<'renew' | 'revoke' | null>(null)
  const failure = make.error ?? revoke.error

  function act(what: 'renew' | 'revoke') {
    make.reset()
    revoke.reset()
    const settled = { onSettled: () => setConfirming(null) }
    if (what === 'renew') make.mutate(undefined, settled)
    else revoke.mutate(undefined, settled)
  }

  if (!data) {
    return error ? <ReadFailure of={read} compact /> : <Skeleton className="h-32 w-full" />
  }
  return (
    <div className="flex flex-col gap-4">
      {failure && <Notice tone="danger">{errorText(t, failure)}</Notice>}
      {make.data ? (
        <FeedLink url={make.data.url} />
      ) : data.active ? (
        <ActiveFeed since={data.created_at} />
      ) : (
        revoke.isSuccess && <Notice tone="ok">{t('calendar.feed.revoked')}</Notice>
      )}
      <div className="flex flex-wrap gap-3">
        {data.active ? (
          <>
            <Button onClick={() => setConfirming('renew')}>{t('calendar.feed.renew')}</Button>
            <Button variant="ghost" onClick={() => setConfirming('revoke')}>
              {t('calendar.feed.revoke')}
            </Button>
          </>
        ) : (
          <Button variant="primary" loading={make.isPending} onClick={() => act('renew')}>
            {t('calendar.feed.make')}
          </Button>
        )}
      </div>
      <Confirm
        open={confirming !== null}
        onOpenChange={() => setConfirming(null)}
        title={confirming === 'renew' ? t('calendar.feed.renew_title') : t('calendar.feed.revoke_title')}
        confirmLabel={confirming === 'renew' ? t('calendar.feed.renew') : t('calendar.feed.revoke')}
        loading={make.isPending || revoke.isPending}
        onConfirm={() => confirming && act(confirming)}
      >
        {confirming === 'renew' ? t('calendar.feed.renew_text') : t('calendar.feed.revoke_text')}
      </Confirm>
    </div>
  )
}

function ActiveFeed({ since }: { since: string | undefined }) {
  const { t } = useTranslation()
  const format = useFormat()
  return (
    <Notice title={since && t('calendar.feed.since', { date: format.date(since) })}>
      {t('calendar.feed.hidden')}
    </Notice>
  )
}
