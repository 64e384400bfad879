import type { InviteAuth } from '@foyer/contract/sign-in/invite-sign-in'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ApiError } from '#lib/api-error.ts'
import { errorText } from '#lib/error-text.ts'
import { ButtonLink } from '#lib/link.tsx'
import { PRODUCT_NAMES } from '#lib/product-names.ts'
import { SectionCard } from '#ui/card.tsx'
import { Confirm } from '#ui/confirm.tsx'
import { Notice } from '#ui/notice.tsx'
import { SavedMark } from '#ui/saved-mark.tsx'
import { Switch } from '#ui/switch.tsx'
import { useChangeInviteAuth } from './api.ts'
import { CandidateReview } from './candidate-review.tsx'

const provider = PRODUCT_NAMES.invite_server

/** Sign-in with a Plex account. Every change is saved immediately. */
export function PlexSettings({ settings }: { settings: InviteAuth }) {
  const { t } = useTranslation()
  const change = useChangeInviteAuth()
  const [confirming, setConfirming] = useState(false)
  const is_missing = change.error instanceof ApiError && change.error.code === 'no_instance'
  return (
    <SectionCard title={t('sign_in_settings.plex.title')} text={t('sign_in_settings.plex.text')}>
      <div className="flex flex-col gap-3">
        {is_missing && (
          <Notice
            tone="warn"
            action={
              <ButtonLink to="/instances/new/$type" params={{ type: 'invite_server' }} size="sm">
                {t('sign_in_settings.plex.connect')}
              </ButtonLink>
            }
          >
            {t('sign_in_settings.plex.no_instance')}
          </Notice>
        )}
        {change.error && !is_missing && <Notice tone="danger">{errorText(t, change.error)}</Notice>}
        <Switch
          label={t('sign_in_settings.plex.enabled')}
          hint={t('sign_in_settings.plex.enabled_hint')}
          checked={settings.enabled}
          onChange={enabled => (enabled ? change.mutate({ enabled }) : setConfirming(true))}
        />
        <Switch
          label={t('sign_in_settings.auto_create')}
          hint={t('sign_in_settings.plex.auto_create_hint')}
          checked={settings.auto_create}
          onChange={auto_create => change.mutate({ auto_create })}
        />
        <SavedMark shown={change.isSuccess && !change.isPending} />
        <CandidateReview />
      </div>
      <Confirm
        open={confirming}
        onOpenChange={setConfirming}
        title={t('sign_in_settings.disable_title', { name: provider })}
        confirmLabel={t('sign_in_settings.turn_off')}
        loading={change.isPending}
        onConfirm={() => change.mutate({ enabled: false }, { onSettled: () => setConfirming(false) })}
      >
        {t('sign_in_settings.disable_text')}
      </Confirm>
    </SectionCard>
  )
}
