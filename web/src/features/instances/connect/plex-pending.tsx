import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { ApiError } from '#lib/api-error.ts'
import { errorText } from '#lib/error-text.ts'
import { useFormat } from '#lib/i18n.ts'
import { Button } from '#ui/button.tsx'
import { Notice } from '#ui/notice.tsx'
import { PinApproval } from '#ui/pin-approval.tsx'
import { WaitingLine } from '#ui/waiting-line.tsx'
import { linkCheckQuery, linkServersQuery } from '../api.ts'

export interface PlexServer {
  machine_identifier: string
  name: string
  url: string
  owned: boolean
}

interface PlexPendingProps {
  link: { pin_id: string; code: string; url: string; expires_at: string }
  onAgain: () => void
  onChoose: (server: PlexServer) => void
}

/** Waits for the approval at plex.tv, then offers the servers. */
export function PlexPending({ link, onAgain, onChoose }: PlexPendingProps) {
  const { t } = useTranslation()
  const format = useFormat()
  const check = useQuery(linkCheckQuery(link.pin_id))
  const again = (
    <Button size="sm" onClick={onAgain}>
      {t('instances.plex.again')}
    </Button>
  )
  if (check.error) {
    const expired = check.error instanceof ApiError && check.error.code === 'pin_expired'
    return (
      <Notice tone="warn" action={again}>
        {expired ? t('instances.plex.expired') : errorText(t, check.error)}
      </Notice>
    )
  }
  if (check.data?.linked) {
    return (
      <>
        <p className="text-sm">{t('instances.plex.account', { name: check.data.account.username })}</p>
        <ServerChoice pin={link.pin_id} onChoose={onChoose} />
      </>
    )
  }
  return (
    <PinApproval
      url={link.url}
      code={link.code}
      text={t('instances.plex.open_hint')}
      code_label={t('instances.plex.code')}
      open_label={t('instances.plex.open')}
      waiting={t('instances.plex.waiting', { time: format.time(link.expires_at) })}
    />
  )
}

function ServerChoice({ pin, onChoose }: { pin: string; onChoose: (server: PlexServer) => void }) {
  const { t } = useTranslation()
  const servers = useQuery(linkServersQuery(pin))
  if (servers.isPending) {
    return <WaitingLine>{t('instances.plex.reading')}</WaitingLine>
  }
  if (servers.error) {
    return (
      <Notice
        tone="warn"
        action={
          <Button size="sm" onClick={() => void servers.refetch()}>
            {t('ui.retry')}
          </Button>
        }
      >
        {errorText(t, servers.error)}
      </Notice>
    )
  }
  if (servers.data.servers.length === 0) return <Notice tone="warn">{t('instances.plex.none')}</Notice>
  return (
    <ul aria-label={t('instances.plex.choose')} className="flex flex-col gap-2">
      {servers.data.servers.map(server => (
        <li
          key={server.machine_identifier}
          className="flex flex-wrap items-center justify-between gap-3 rounded-control border border-line bg-surface py-2 ps-4 pe-2"
        >
          <span className="flex min-w-0 flex-col">
            <span className="font-medium wrap-anywhere">{server.name}</span>
            <span className="text-sm wrap-anywhere text-muted">{server.url}</span>
          </span>
          {server.owned ? (
            <Button onClick={() => onChoose(server)}>
              {t('instances.plex.use', { server: server.name })}
            </Button>
          ) : (
            <span className="pe-2 text-sm text-muted">{t('instances.plex.not_owned')}</span>
          )}
        </li>
      ))}
    </ul>
  )
}
