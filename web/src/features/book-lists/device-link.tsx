import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { errorText } from '#lib/error-text.ts'
import { useFormat } from '#lib/i18n.ts'
import { Button } from '#ui/button.tsx'
import { DeviceCode } from '#ui/device-code.tsx'
import { Notice } from '#ui/notice.tsx'
import { WaitingLine } from '#ui/waiting-line.tsx'
import { bookListQuery, linkQuery, useBeginLink, useCancelLink } from './api.ts'
import { linkEnd } from './connection-state.ts'

interface DeviceLinkProps {
  id: string
  /** A connection already exists; this would replace it. */
  relink: boolean
}

/** Connects without a token: the person enters a code on the provider's page. */
export function DeviceLink({ id, relink }: DeviceLinkProps) {
  const { t } = useTranslation()
  const begin = useBeginLink(id)
  return (
    <section
      aria-label={t('book_lists.link.title')}
      className="flex flex-col gap-4 rounded-control border border-line bg-raised p-4"
    >
      <div className="flex flex-col gap-1">
        <h3 className="text-base font-semibold">{t('book_lists.link.title')}</h3>
        <p className="text-sm text-muted">{t('book_lists.link.text')}</p>
      </div>
      {begin.error && <Notice tone="danger">{errorText(t, begin.error)}</Notice>}
      {begin.data ? (
        <Pending
          key={begin.data.flow_id}
          id={id}
          flow={begin.data}
          onAgain={() => begin.mutate()}
          onLeave={begin.reset}
        />
      ) : (
        <span>
          <Button loading={begin.isPending} onClick={() => begin.mutate()}>
            {relink ? t('book_lists.link.again') : t('book_lists.link.begin')}
          </Button>
        </span>
      )}
    </section>
  )
}

interface PendingProps {
  id: string
  flow: {
    flow_id: string
    user_code: string
    verification_uri: string
    expires_at: string
    interval: number
  }
  onAgain: () => void
  onLeave: () => void
}

function Pending({ id, flow, onAgain, onLeave }: PendingProps) {
  const { t } = useTranslation()
  const format = useFormat()
  const queries = useQueryClient()
  const link = useQuery(linkQuery(id, flow))
  const cancel = useCancelLink(id)
  const status = link.data?.status ?? 'pending'
  const end = linkEnd(status)

  useEffect(() => {
    // The card shows the connection once it has loaded it; then there is nothing to add here.
    if (end === 'done') void queries.invalidateQueries({ queryKey: bookListQuery(id).queryKey }).then(onLeave)
  }, [end, id, queries, onLeave])

  if (status === 'connected') return <Notice tone="ok">{t('book_lists.link.end.connected')}</Notice>
  if (status !== 'pending') {
    return (
      <Notice
        tone="warn"
        action={
          <Button size="sm" onClick={onAgain}>
            {t('book_lists.link.again')}
          </Button>
        }
      >
        {t(`book_lists.link.end.${status}`)}
      </Notice>
    )
  }
  return (
    <DeviceCode
      code={flow.user_code}
      code_label={t('book_lists.link.code')}
      text={t('book_lists.link.enter')}
      url={flow.verification_uri}
      open_label={t('book_lists.link.open')}
      qr_label={t('book_lists.link.qr')}
      action={
        <Button
          variant="ghost"
          loading={cancel.isPending}
          onClick={() => cancel.mutate(flow.flow_id, { onSettled: onLeave })}
        >
          {t('ui.cancel')}
        </Button>
      }
    >
      <WaitingLine>{t('book_lists.link.waiting', { time: format.time(flow.expires_at) })}</WaitingLine>
      {link.error && <Notice tone="warn">{errorText(t, link.error)}</Notice>}
    </DeviceCode>
  )
}
