import type { MetadataKey } from '@foyer/contract/credentials'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { ReadFailure } from '#lib/read-failure.tsx'
import { Badge } from '#ui/badge.tsx'
import { SectionCard } from '#ui/card.tsx'
import { FormSkeleton } from '#ui/form-skeleton.tsx'
import { Notice } from '#ui/notice.tsx'
import { OutsideLink } from '#ui/outside-link.tsx'
import { Skeleton } from '#ui/skeleton.tsx'
import { credentialsQuery } from './api.ts'
import { ProviderKeyForm } from './provider-key-form.tsx'
import { keyState, PROVIDERS } from './provider-key.ts'

const TONES = { saved: 'ok', builtin: 'info', none: 'neutral' } as const

interface ProviderKeyCardProps {
  credential: MetadataKey
  onSaved?: () => void
}

/** A provider's purpose, whether its key is set, and the key form. */
export function ProviderKeyCard({ credential, onSaved }: ProviderKeyCardProps) {
  const { t } = useTranslation()
  const read = useQuery(credentialsQuery())
  const { data, error } = read
  const { name, page } = PROVIDERS[credential]
  const state = data && keyState(data, credential)
  return (
    <SectionCard
      title={name}
      text={t(`provider_keys.about.${credential}`)}
      action={
        state ? (
          <Badge tone={TONES[state]}>{t(`provider_keys.state.${state}`)}</Badge>
        ) : (
          !error && <Skeleton className="h-6 w-20" />
        )
      }
    >
      {error && !data ? (
        <ReadFailure of={read} compact />
      ) : state ? (
        <div className="flex flex-col gap-5">
          {state === 'builtin' && <Notice>{t('provider_keys.builtin', { provider: name })}</Notice>}
          <ProviderKeyForm credential={credential} state={state} {...(onSaved && { onSaved })} />
          <OutsideLink href={page}>{t('provider_keys.get', { provider: name })}</OutsideLink>
        </div>
      ) : (
        <div className="flex flex-col gap-5">
          <FormSkeleton fields={1} />
          <Skeleton className="h-6 w-40" />
        </div>
      )}
    </SectionCard>
  )
}
