import type { OwnDevice } from '@foyer/contract/sessions/own-devices'
import { useQuery } from '@tanstack/react-query'
import Bot from 'lucide-react/icons/bot'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { errorText } from '#lib/error-text.ts'
import { useFormat } from '#lib/i18n.ts'
import { ReadFailure } from '#lib/read-failure.tsx'
import { useNow } from '#lib/use-now.ts'
import { Button } from '#ui/button.tsx'
import { SectionCard } from '#ui/card.tsx'
import { Confirm } from '#ui/confirm.tsx'
import { IconTile } from '#ui/icon-tile.tsx'
import { Notice } from '#ui/notice.tsx'
import { RowSkeleton } from '#ui/skeleton.tsx'
import { toast } from '#ui/toast-store.ts'
import { ownDevicesQuery, useEndDevice } from './api.ts'

/** The assistants that act for the reader, and how to disconnect them. */
export function ConnectedAssistantsCard() {
  const { t } = useTranslation()
  const read = useQuery(ownDevicesQuery())
  const { data, error } = read
  const assistants = data?.filter(device => device.kind === 'tool')
  return (
    <SectionCard title={t('assistants.connected.title')} text={t('assistants.connected.text')}>
      {!assistants && !error && (
        <div aria-busy>
          <RowSkeleton />
        </div>
      )}
      {!assistants && error && <ReadFailure of={read} compact title={t('assistants.connected.unreadable')} />}
      {assistants?.length === 0 && (
        <div className="flex items-center gap-4">
          <IconTile tone="neutral">
            <Bot />
          </IconTile>
          <div className="flex min-w-0 flex-col">
            <p className="font-medium">{t('assistants.connected.none_title')}</p>
            <p className="text-sm text-muted">{t('assistants.connected.none_text')}</p>
          </div>
        </div>
      )}
      {assistants && assistants.length > 0 && (
        <ul aria-label={t('assistants.connected.title')} className="-my-2 divide-y divide-line">
          {assistants.map(assistant => (
            <AssistantRow key={assistant.id} assistant={assistant} />
          ))}
        </ul>
      )}
    </SectionCard>
  )
}

function AssistantRow({ assistant }: { assistant: OwnDevice }) {
  const { t } = useTranslation()
  const format = useFormat()
  const now = useNow()
  const end = useEndDevice()
  const [confirming, setConfirming] = useState(false)
  const { id, name, created_at, last_used_at } = assistant

  function disconnect() {
    end.mutate(id, {
      onSuccess: () => toast(t('assistants.connected.ended', { name }), { tone: 'ok' }),
      onSettled: () => setConfirming(false),
    })
  }

  return (
    <li className="flex flex-col gap-2 py-3">
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
        <IconTile>
          <Bot />
        </IconTile>
        <div className="flex min-w-0 flex-1 basis-48 flex-col">
          <span className="font-medium wrap-anywhere">{name}</span>
          <span className="text-sm text-muted">
            <time dateTime={created_at} title={format.dateTime(created_at)}>
              {t('assistants.connected.since', { when: format.relative(created_at, now) })}
            </time>
            {' · '}
            <time dateTime={last_used_at} title={format.dateTime(last_used_at)}>
              {t('assistants.connected.used', { when: format.relative(last_used_at, now) })}
            </time>
          </span>
        </div>
        <Button
          size="sm"
          className="max-sm:ms-14"
          aria-label={t('assistants.connected.end_this', { name })}
          onClick={() => setConfirming(true)}
        >
          {t('assistants.connected.end')}
        </Button>
      </div>
      {end.error && <Notice tone="danger">{errorText(t, end.error)}</Notice>}
      <Confirm
        open={confirming}
        onOpenChange={setConfirming}
        title={t('assistants.connected.end_title', { name })}
        confirmLabel={t('assistants.connected.end')}
        loading={end.isPending}
        onConfirm={disconnect}
      >
        {t('assistants.connected.end_text')}
      </Confirm>
    </li>
  )
}
