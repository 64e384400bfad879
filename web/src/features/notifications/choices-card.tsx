import type {
  AlertCategory,
  NotificationChoices,
  NotificationPreferences,
} from '@foyer/contract/notifications'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { errorText } from '#lib/error-text.ts'
import { ReadFailure } from '#lib/read-failure.tsx'
import { SectionCard } from '#ui/card.tsx'
import { cx } from '#ui/cx.ts'
import { Notice } from '#ui/notice.tsx'
import { SavedMark } from '#ui/saved-mark.tsx'
import { Skeleton } from '#ui/skeleton.tsx'
import { Switch } from '#ui/switch.tsx'
import { preferencesQuery, useSavePreferences } from './api.ts'
import { CategorySwitches } from './category-switches.tsx'

/** A person's own notification settings. */
export function ChoicesCard({ is_admin }: { is_admin: boolean }) {
  const { t } = useTranslation()
  const read = useQuery(preferencesQuery())
  const { data, error } = read
  if (data) return <Choices preferences={data} is_admin={is_admin} />
  if (!error) return <Skeleton className={cx('w-full rounded-card', is_admin ? 'h-[64rem]' : 'h-[47rem]')} />
  return <ReadFailure of={read} compact title={t('notifications.unreadable')} />
}

interface ChoicesProps {
  preferences: NotificationPreferences
  is_admin: boolean
}

function Choices({ preferences, is_admin }: ChoicesProps) {
  const { t } = useTranslation()
  const save = useSavePreferences()
  const { server_policy, ...saved } = preferences
  // A switch moves when pressed, and back if the server refuses.
  const choices = save.isPending ? save.variables : saved
  const change = (part: Partial<NotificationChoices>) => save.mutate({ ...choices, ...part })

  function hint(category: AlertCategory): string | undefined {
    if (!server_policy.categories[category]) return t('notifications.category_off')
    return category === 'request_decision' ? t('notifications.decision_hint') : undefined
  }

  return (
    <SectionCard title={t('notifications.title')} action={<SavedMark shown={save.isSuccess} />}>
      <div className="flex flex-col gap-5">
        {/* Below the line for "Saved", so that there is always room for it. */}
        <p className="-mt-4 max-w-prose text-sm text-muted">{t('notifications.text')}</p>
        {save.error && <Notice tone="danger">{errorText(t, save.error)}</Notice>}
        {!server_policy.enabled && <Notice tone="warn">{t('notifications.server_off')}</Notice>}
        <Switch
          label={t('notifications.master')}
          hint={t('notifications.master_hint')}
          checked={choices.push_enabled}
          onChange={push_enabled => change({ push_enabled })}
        />
        <CategorySwitches is_admin={is_admin} values={choices} hint={hint} onChange={change} />
      </div>
    </SectionCard>
  )
}
