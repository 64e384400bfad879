import type { BookListConnection } from '@foyer/contract/book-list-connection'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { errorText } from '#lib/error-text.ts'
import { ReadFailure } from '#lib/read-failure.tsx'
import { Badge } from '#ui/badge.tsx'
import { Button } from '#ui/button.tsx'
import { SectionCard } from '#ui/card.tsx'
import { Confirm } from '#ui/confirm.tsx'
import { FormSkeleton } from '#ui/form-skeleton.tsx'
import { Notice } from '#ui/notice.tsx'
import { bookListQuery, useDisconnect } from './api.ts'
import { connectionState, STATE_TONES } from './connection-state.ts'
import { DeviceLink } from './device-link.tsx'
import { ShareConnection } from './share-connection.tsx'
import { TokenForm } from './token-form.tsx'

export interface OtherLibrary {
  id: string
  name: string
}

interface BookListCardProps {
  id: string
  /** The other book libraries, which may use the same connection. */
  others: readonly OtherLibrary[]
}

/** The trending books list of this library, and the account it is read with. */
export function BookListCard({ id, others }: BookListCardProps) {
  const { t } = useTranslation()
  const read = useQuery(bookListQuery(id))
  const { data, error } = read
  const state = data && connectionState(data)
  return (
    <SectionCard
      title={t('book_lists.title')}
      text={t('book_lists.text')}
      action={state && <Badge tone={STATE_TONES[state]}>{t(`book_lists.state.${state}`)}</Badge>}
    >
      {data ? (
        <Connection id={id} connection={data} others={others} />
      ) : error ? (
        <ReadFailure of={read} compact />
      ) : (
        <FormSkeleton fields={1} />
      )}
    </SectionCard>
  )
}

interface ConnectionProps extends BookListCardProps {
  connection: BookListConnection
}

function Connection({ id, connection, others }: ConnectionProps) {
  const { t } = useTranslation()
  const state = connectionState(connection)
  const { connection_id } = connection
  return (
    <div className="flex flex-col gap-6">
      {state === 'reconnect' && <Notice tone="warn">{t('book_lists.reconnect')}</Notice>}
      {state === 'connected' && connection.method === 'oauth' && (
        <Notice tone="ok">{t('book_lists.linked')}</Notice>
      )}
      {/* Connected in another way: discard what was typed and its errors. */}
      <TokenForm key={connection.method} id={id} connection={connection} />
      {connection.oauth_available && <DeviceLink id={id} relink={connection.configured} />}
      {connection_id !== undefined && state === 'connected' && others.length > 0 && (
        <ShareConnection id={id} connection_id={connection_id} others={others} />
      )}
      {connection.configured && <Disconnect id={id} />}
    </div>
  )
}

function Disconnect({ id }: { id: string }) {
  const { t } = useTranslation()
  const disconnect = useDisconnect(id)
  const [confirming, setConfirming] = useState(false)
  return (
    <div className="flex flex-col items-start gap-3 border-t border-line pt-4">
      {disconnect.error && <Notice tone="danger">{errorText(t, disconnect.error)}</Notice>}
      <Button variant="ghost" onClick={() => setConfirming(true)}>
        {t('book_lists.disconnect')}
      </Button>
      <Confirm
        open={confirming}
        onOpenChange={setConfirming}
        title={t('book_lists.disconnect_ask')}
        confirmLabel={t('book_lists.disconnect')}
        loading={disconnect.isPending}
        onConfirm={() => disconnect.mutate(undefined, { onSettled: () => setConfirming(false) })}
      >
        {t('book_lists.disconnect_text')}
      </Confirm>
    </div>
  )
}
