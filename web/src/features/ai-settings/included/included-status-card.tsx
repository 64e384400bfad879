import type { SharedAiProfile } from '@foyer/contract/credentials'
import CircleOff from 'lucide-react/icons/circle-off'
import Sparkles from 'lucide-react/icons/sparkles'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { errorText } from '#lib/error-text.ts'
import { Badge } from '#ui/badge.tsx'
import { Button } from '#ui/button.tsx'
import { SectionCard } from '#ui/card.tsx'
import { Confirm } from '#ui/confirm.tsx'
import { IconTile } from '#ui/icon-tile.tsx'
import { Notice } from '#ui/notice.tsx'
import { toast } from '#ui/toast-store.ts'
import { modelLabel, providerLabel } from '../catalog.ts'
import { useSaveIncludedAi } from './api.ts'
import { includedState } from './included-state.ts'

const TONES = { ready: 'ok', failing: 'warn', off: 'neutral' } as const

/** What the server includes now, and whether it works. */
export function IncludedStatusCard({ profile }: { profile: SharedAiProfile }) {
  const { t } = useTranslation()
  const { config, providers } = profile
  const { state, reason } = includedState(profile)
  const provider = config ? providerLabel(providers, config.provider) : ''
  const is_preselected = !config && state !== 'off'
  const Icon = state === 'off' ? CircleOff : Sparkles
  return (
    <SectionCard
      title={t('included_ai.now.title')}
      action={<Badge tone={TONES[state]}>{t(`included_ai.now.${state}`)}</Badge>}
    >
      <div className="flex flex-col gap-4">
        <div className="flex items-center gap-4">
          <IconTile tone={state === 'ready' ? 'accent' : 'neutral'}>
            <Icon />
          </IconTile>
          <div className="flex min-w-0 flex-col">
            <p className="font-medium wrap-anywhere">
              {config
                ? `${provider} · ${modelLabel(providers, config.provider, config.model)}`
                : t(is_preselected ? 'included_ai.now.preselected' : 'included_ai.now.none')}
            </p>
            {!config && (
              <p className="text-sm text-muted">
                {t(is_preselected ? 'included_ai.now.preselected_text' : 'included_ai.now.none_text')}
              </p>
            )}
          </div>
        </div>
        {reason && <Notice tone="warn">{t(`included_ai.reason.${reason}`, { provider })}</Notice>}
        {config && <StopIncluding />}
      </div>
    </SectionCard>
  )
}

function StopIncluding() {
  const { t } = useTranslation()
  const stop = useSaveIncludedAi()
  const [open, setOpen] = useState(false)
  return (
    <>
      {stop.error && <Notice tone="danger">{errorText(t, stop.error)}</Notice>}
      <span>
        <Button onClick={() => setOpen(true)}>{t('included_ai.now.stop')}</Button>
      </span>
      <Confirm
        open={open}
        onOpenChange={setOpen}
        title={t('included_ai.now.stop_ask')}
        confirmLabel={t('included_ai.now.stop')}
        loading={stop.isPending}
        onConfirm={() =>
          stop.mutate(
            { ai_provider: '' },
            {
              // Otherwise the status says what is included instead, and how to stop that.
              onSuccess: ({ ai }) => {
                if (!ai.shared.configured) toast(t('included_ai.now.stopped'), { tone: 'ok' })
              },
              onSettled: () => setOpen(false),
            },
          )
        }
      >
        {t('included_ai.now.stop_text')}
      </Confirm>
    </>
  )
}
