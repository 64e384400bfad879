import type { UserSummary } from '@foyer/contract/users'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { errorText } from '#lib/error-text.ts'
import { SectionCard } from '#ui/card.tsx'
import { Notice } from '#ui/notice.tsx'
import { SavedMark } from '#ui/saved-mark.tsx'
import { Switch } from '#ui/switch.tsx'
import { useChangeAiAccess } from '../api.ts'

interface AiCardProps {
  user: UserSummary
  /** Shown instead of the switch if it is not known whether this server includes an AI. */
  failure?: ReactNode
}

export function AiCard({ user, failure }: AiCardProps) {
  const { t } = useTranslation()
  const change = useChangeAiAccess(user.id)
  if (failure) return <SectionCard title={t('users.ai.title')}>{failure}</SectionCard>
  return (
    <SectionCard
      title={t('users.ai.title')}
      action={<SavedMark shown={change.isSuccess && !change.isPending} />}
    >
      <Switch
        label={t('users.ai.label')}
        hint={t('users.ai.hint')}
        checked={change.isPending ? change.variables : user.ai_shared_enabled}
        onChange={on => !change.isPending && change.mutate(on)}
      />
      {change.error && <Notice tone="danger">{errorText(t, change.error)}</Notice>}
    </SectionCard>
  )
}
