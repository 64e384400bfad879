import type { Role } from '@foyer/contract/permissions'
import type { UserSummary } from '@foyer/contract/users'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { errorText } from '#lib/error-text.ts'
import { SectionCard } from '#ui/card.tsx'
import { Confirm } from '#ui/confirm.tsx'
import { Notice } from '#ui/notice.tsx'
import { RadioGroup } from '#ui/radio-group.tsx'
import { SavedMark } from '#ui/saved-mark.tsx'
import { useChangeRole } from '../api.ts'
import { roleGuard } from './guards.ts'

interface RoleCardProps {
  user: UserSummary
  everybody: readonly UserSummary[]
  /** The admin who is signed in. */
  is_self: boolean
}

export function RoleCard({ user, everybody, is_self }: RoleCardProps) {
  const { t } = useTranslation()
  const change = useChangeRole(user.id)
  const [confirming, setConfirming] = useState(false)
  const guard = roleGuard(user, everybody)

  function choose(role: Role) {
    if (role === user.role || change.isPending) return
    if (is_self) setConfirming(true)
    else change.mutate(role)
  }

  return (
    <SectionCard
      title={t('users.role.title')}
      action={<SavedMark shown={change.isSuccess && !change.isPending} />}
    >
      <div className="flex flex-col gap-4">
        <RadioGroup
          label={t('users.role.label')}
          value={change.isPending ? change.variables : user.role}
          onChange={choose}
          choices={[
            {
              value: 'user',
              label: t('users.role.user'),
              hint: t('users.role.user_hint'),
              disabled: guard === 'last_admin',
            },
            {
              value: 'admin',
              label: t('users.role.admin'),
              hint: t('users.role.admin_hint'),
              disabled: guard === 'kids_account',
            },
          ]}
        />
        {guard && <Notice>{t(`users.guard.${guard}`, { name: user.username })}</Notice>}
        {change.error && <Notice tone="danger">{errorText(t, change.error)}</Notice>}
      </div>
      <Confirm
        open={confirming}
        onOpenChange={setConfirming}
        title={t('users.role.self_title')}
        confirmLabel={t('users.role.self_confirm')}
        loading={change.isPending}
        onConfirm={() => change.mutate('user', { onSettled: () => setConfirming(false) })}
      >
        {t('users.role.self_text')}
      </Confirm>
    </SectionCard>
  )
}
