import { useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { errorText } from '#lib/error-text.ts'
import { Button } from '#ui/button.tsx'
import { Notice } from '#ui/notice.tsx'
import { PassingButtons } from '#ui/passing-buttons.tsx'
import { useBeginLink } from '../api.ts'
import { PlexPending, type PlexServer } from './plex-pending.tsx'

interface PlexLinkProps {
  /** An account is already saved; this would replace it. */
  relink: boolean
  /** A server of the linked account was selected. */
  linked: boolean
  onChoose: (pin: string, server: PlexServer) => void
  onUnlink: () => void
}

/** Links the Plex account that owns the server: start, approve at plex.tv, select the server. */
export function PlexLink({ relink, linked, onChoose, onUnlink }: PlexLinkProps) {
  const { t } = useTranslation()
  const begin = useBeginLink()
  const [chosen, setChosen] = useState('')
  const section = useRef<HTMLElement>(null)

  if (linked) {
    return (
      <Notice
        tone="ok"
        action={
          <Button
            size="sm"
            onClick={() => {
              begin.reset()
              onUnlink()
            }}
          >
            {t('instances.plex.undo')}
          </Button>
        }
      >
        {t('instances.plex.linked', { server: chosen })}
      </Notice>
    )
  }
  return (
    <section
      ref={section}
      tabIndex={-1}
      aria-label={t('instances.plex.title')}
      className="flex flex-col gap-3 rounded-control border border-line bg-raised p-4 outline-none"
    >
      <p className="font-semibold">{t('instances.plex.title')}</p>
      <p className="text-sm text-muted">
        {relink ? t('instances.plex.relink_text') : t('instances.plex.text')}
      </p>
      {begin.error && <Notice tone="danger">{errorText(t, begin.error)}</Notice>}
      {begin.data ? (
        <PlexPending
          link={begin.data}
          onAgain={() => begin.mutate()}
          onChoose={server => {
            setChosen(server.name)
            onChoose(begin.data.pin_id, server)
          }}
        />
      ) : (
        <PassingButtons to={section}>
          <span>
            <Button loading={begin.isPending} onClick={() => begin.mutate()}>
              {t('instances.plex.begin')}
            </Button>
          </span>
        </PassingButtons>
      )}
    </section>
  )
}
