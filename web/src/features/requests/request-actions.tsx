import type { RequestRow } from '@foyer/contract/requests'
import ArrowRight from 'lucide-react/icons/arrow-right'
import RotateCw from 'lucide-react/icons/rotate-cw'
import X from 'lucide-react/icons/x'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { errorWords } from '#lib/error-words.ts'
import { ButtonLink } from '#lib/link.tsx'
import { Button } from '#ui/button.tsx'
import { Confirm } from '#ui/confirm.tsx'
import { Notice } from '#ui/notice.tsx'
import { useDeliveryAction } from './api.ts'
import { deliveryOf, type Group } from './timeline.ts'

interface RequestActionsProps {
  row: RequestRow
  group: Group
}

/** Try again, cancel, go to the title. */
export function RequestActions({ row, group }: RequestActionsProps) {
  const { t } = useTranslation()
  const act = useDeliveryAction()
  const [asking, setAsking] = useState(false)
  const delivery = deliveryOf(row)
  const state = delivery?.state
  const can_retry = (state === 'retry' || state === 'attention') && group === 'stuck'
  const order = { request_id: row.request_id, book_format: row.book_format }
  const page = row.media_type === 'tv' ? '/tv/$id' : '/movies/$id'
  return (
    <div className="flex flex-col gap-3">
      {act.error && <Notice tone="danger">{errorWords(t, act.error)}</Notice>}
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
        {row.tmdb_id !== undefined && (
          <ButtonLink to={page} params={{ id: String(row.tmdb_id) }} icon={<ArrowRight aria-hidden />}>
            {t('requests.open_title')}
          </ButtonLink>
        )}
        {delivery?.can_cancel && (
          <Button variant="ghost" icon={<X aria-hidden />} onClick={() => setAsking(true)}>
            {t('requests.cancel')}
          </Button>
        )}
      </div>
      <Confirm
        open={asking}
        onOpenChange={setAsking}
        title={t('requests.cancel_title', { title: row.title })}
        confirmLabel={t('requests.cancel')}
        loading={act.isPending}
        onConfirm={() => act.mutate({ ...order, action: 'cancel' }, { onSettled: () => setAsking(false) })}
      >
        {t('requests.cancel_text')}
      </Confirm>
    </div>
  )
}
