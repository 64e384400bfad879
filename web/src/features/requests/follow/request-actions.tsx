import type { RequestRow } from '@foyer/contract/requests/requests'
import ArrowRight from 'lucide-react/icons/arrow-right'
import RotateCw from 'lucide-react/icons/rotate-cw'
import X from 'lucide-react/icons/x'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { errorText } from '#lib/error-text.ts'
import { ButtonLink } from '#lib/link.tsx'
import { Button } from '#ui/button.tsx'
import { Confirm } from '#ui/confirm.tsx'
import { Notice } from '#ui/notice.tsx'
import { useDeliveryAction } from '../api.ts'
import { deliveryOf, type Group } from './timeline.ts'

interface RequestActionsProps {
  row: RequestRow
  group: Group
}

/** Retry, cancel, and open the title. */
export function RequestActions({ row, group }: RequestActionsProps) {
  const { t } = useTranslation()
  const act = useDeliveryAction()
  const [confirming, setConfirming] = useState(false)
  const delivery = deliveryOf(row)
  const state = delivery?.state
  const can_retry = (state === 'retry' || state === 'attention') && group === 'stuck'
  const order = { request_id: row.request_id, book_format: row.book_format }
  return (
    <div className="flex flex-col gap-3">
      {act.error && <Notice tone="danger">{errorText(t, act.error)}</Notice>}
      <div className="flex flex-wrap gap-3">
        {can_retry && (
          <Button
            icon={<RotateCw aria-hidden />}
            loading={act.isPending && act.variables.action === 'retry'}
            onClick={() => act.mutate({ ...order, action: 'retry' })}
          >
            {t('requests.retry')}
          </Button>
        )}
        <TitleLink row={row} />
        {delivery?.can_cancel && (
          <Button variant="ghost" icon={<X aria-hidden />} onClick={() => setConfirming(true)}>
            {t('requests.cancel')}
          </Button>
        )}
      </div>
      <Confirm
        open={confirming}
        onOpenChange={setConfirming}
        title={t('requests.cancel_title', { title: row.title })}
        confirmLabel={t('requests.cancel')}
        dismissLabel={t('requests.keep')}
        loading={act.isPending}
        onConfirm={() =>
          act.mutate({ ...order, action: 'cancel' }, { onSettled: () => setConfirming(false) })
        }
      >
        {t('requests.cancel_text')}
      </Confirm>
    </div>
  )
}

/** A link to the title's page in the requested library. */
function TitleLink({ row }: Pick<RequestActionsProps, 'row'>) {
  const { t } = useTranslation()
  const look = { icon: <ArrowRight aria-hidden />, children: t('requests.open_title') }
  const id = row.canonical_foreign_id ?? row.foreign_id
  const search = row.instance_id ? { library: row.instance_id } : {}
  if (row.tmdb_id !== undefined) {
    const page = row.media_type === 'tv' ? '/tv/$id' : '/movies/$id'
    return <ButtonLink to={page} params={{ id: String(row.tmdb_id) }} {...look} />
  }
  if (!id) return null
  if (row.media_type === 'music')
    return <ButtonLink to="/music/albums/$id" params={{ id }} search={search} {...look} />
  return (
    <ButtonLink to="/books/titles/$id" params={{ id }} search={{ ...search, title: row.title }} {...look} />
  )
}
