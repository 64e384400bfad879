import type { PushPolicy } from '@foyer/contract/push-admin'
import { useTranslation } from 'react-i18next'
import { errorText } from '#lib/error-text.ts'
import { SectionCard } from '#ui/card.tsx'
import { Notice } from '#ui/notice.tsx'
import { SavedMark } from '#ui/saved-mark.tsx'
import { Switch } from '#ui/switch.tsx'
import { useSavePolicy } from './api.ts'
import { CategorySwitches } from './category-switches.tsx'

/** What the server may send to devices; changes apply immediately. */
export function PolicyCard({ policy }: { policy: PushPolicy }) {
  const { t } = useTranslation()
  const save = useSavePolicy()
  const changing = save.isPending ? save.variables : {}
  const enabled = changing.enabled ?? policy.enabled
  return (
    <SectionCard title={t('notifications.server.policy_title')} action={<SavedMark shown={save.isSuccess} />}>
      <div className="flex flex-col gap-5">
        {/* Below the line for "Saved", so that there is always room for it. */}
        <p className="-mt-4 max-w-prose text-sm text-muted">{t('notifications.server.policy_text')}</p>
        {save.error && <Notice tone="danger">{errorText(t, save.error)}</Notice>}
        <Switch
          label={t('notifications.server.master')}
          hint={t('notifications.server.master_hint')}
          checked={enabled}
          onChange={on => save.mutate({ enabled: on })}
        />
        <CategorySwitches
          is_admin
          values={{ ...policy.categories, ...changing.categories }}
          hint={() => undefined}
          disabled={!enabled}
          onChange={categories => save.mutate({ categories })}
        />
      </div>
    </SectionCard>
  )
}
