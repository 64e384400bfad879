import type { UserSummary } from '@foyer/contract/users'
import Trash2 from 'lucide-react/icons/trash-2'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { errorText } from '#lib/error-text.ts'
import { Button } from '#ui/button.tsx'
import { SectionCard } from '#ui/card.tsx'
import { Confirm } from '#ui/confirm.tsx'
import { Notice } from '#ui/notice.tsx'
import { useDeleteUser } from '../api.ts'
import { isLastAdmin } from './guards.ts'

interface DeleteCardProps {
  user: UserSummary
  everybody: readonly UserSummary[]
  is_self: boolean
  onDeleted: () => void
}

export function DeleteCard({ user, everybody, is_self, onDeleted }: DeleteCardProps) {
  const { t } = useTranslation()
  const remove = useDeleteUser(user.id)
  const [confirming, setConfirming] = useState(false)
  const name = user.username
  const guarded = isLastAdmin(user, everybody)
  return (
    <SectionCard title={t('users.delete.title')} text={t('users.delete.text')}>
      <div className="flex flex-col gap-4">
        {guarded && <Notice>{t('users.guard.last_admin', { name })}</Notice>}
        {remove.error && <Notice tone="danger">{errorText(t, remove.error)}</Notice>}
        <Button
          variant="danger"
          className="self-start"
          icon={<Trash2 aria-hidden />}
          disabled={guarded}
          onClick={() => setConfirming(true)}
        >
          {t('users.delete.open')}
        </Button>
      </div>
      <Confirm
        open={confirming}
        onOpenChange={setConfirming}
        title={t('users.delete.confirm_title', { name })}
        confirmLabel={t('users.delete.confirm')}
        loading={remove.isPending}
        onConfirm={() =>
          remove.mutate(undefined, { onSuccess: onDeleted, onSettled: () => setConfirming(false) })
        }
      >
        <p>{t('users.delete.lost', { name, count: user.device_count })}</p>
        <p className="mt-2">{is_self ? t('users.delete.self') : t('users.delete.kept')}</p>
      </Confirm>
    </SectionCard>
  )
}
