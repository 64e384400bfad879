import type { AiSettings } from '@foyer/contract/assistant/ai-settings'
import CircleOff from 'lucide-react/icons/circle-off'
import KeyRound from 'lucide-react/icons/key-round'
import Sparkles from 'lucide-react/icons/sparkles'
import UserRound from 'lucide-react/icons/user-round'
import { useTranslation } from 'react-i18next'
import { errorText } from '#lib/error-text.ts'
import { Badge } from '#ui/badge.tsx'
import { Button } from '#ui/button.tsx'
import { SectionCard } from '#ui/card.tsx'
import { IconTile } from '#ui/icon-tile.tsx'
import { Notice } from '#ui/notice.tsx'
import { toast } from '#ui/toast-store.ts'
import { modelLabel, providerLabel } from '../catalog.ts'
import { useStopOwnAi } from './api.ts'
import { type OwnStatus, ownStatus } from './own-status.ts'

const ICONS = { own_key: KeyRound, own_account: UserRound, included: Sparkles, none: CircleOff } as const
const TONES = { ready: 'ok', failing: 'warn', off: 'neutral' } as const

/** Which AI answers in chat now, and why if none does. */
export function OwnStatusCard({ settings }: { settings: AiSettings }) {
  const { t } = useTranslation()
  const status = ownStatus(settings)
  const { source, state, reason, chosen } = status
  const Icon = ICONS[source]
  const provider = chosen ? providerLabel(settings.providers, chosen.provider) : ''
  return (
    <SectionCard
      title={t('ai_settings.now.title')}
      action={<Badge tone={TONES[state]}>{t(`ai_settings.now.${state}`)}</Badge>}
    >
      <div className="flex flex-col gap-4">
        <div className="flex items-center gap-4">
          <IconTile tone={state === 'ready' ? 'accent' : 'neutral'}>
            <Icon />
          </IconTile>
          <div className="flex min-w-0 flex-col">
            <Heading status={status} settings={settings} />
          </div>
        </div>
        {reason && (
          <Notice tone={state === 'failing' ? 'warn' : 'info'}>
            {t(`ai_settings.reason.${reason}`, { provider })}
          </Notice>
        )}
        {status.without_own && <StopOwn without_own={status.without_own} />}
      </div>
    </SectionCard>
  )
}

function Heading({ status, settings }: { status: OwnStatus; settings: AiSettings }) {
  const { t } = useTranslation()
  const { source, chosen, state } = status
  if (source === 'included') {
    return (
      <>
        <p className="font-medium">{t('ai_settings.now.included')}</p>
        {state === 'ready' && <p className="text-sm text-muted">{t('ai_settings.now.included_text')}</p>}
      </>
    )
  }
  if (source === 'none' || !chosen) return <p className="font-medium">{t('ai_settings.now.none')}</p>
  const provider = providerLabel(settings.providers, chosen.provider)
  return (
    <>
      <p className="font-medium wrap-anywhere">
        {provider} · {modelLabel(settings.providers, chosen.provider, chosen.model)}
      </p>
      <p className="text-sm text-muted">{t(`ai_settings.now.${source}`)}</p>
    </>
  )
}

/** Back to what the server includes, or to nothing where it includes nothing for this person. */
function StopOwn({ without_own }: { without_own: 'included' | 'nothing' }) {
  const { t } = useTranslation()
  const stop = useStopOwnAi()
  const is_included = without_own === 'included'
  return (
    <>
      {stop.error && <Notice tone="danger">{errorText(t, stop.error)}</Notice>}
      <span>
        <Button
          loading={stop.isPending}
          onClick={() =>
            stop.mutate(undefined, {
              onSuccess: () =>
                toast(t(is_included ? 'ai_settings.now.included_again' : 'ai_settings.now.stopped'), {
                  tone: 'ok',
                }),
            })
          }
        >
          {t(is_included ? 'ai_settings.now.use_included' : 'ai_settings.now.stop_own')}
        </Button>
      </span>
    </>
  )
}
