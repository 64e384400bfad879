import type { RequestResponse } from '@foyer/contract/requests/requests'
import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { usersQuery } from '#features/users/api.ts'
import { useSession } from '#lib/api.ts'
import { wholeRead } from '#lib/whole-read.ts'
import { toast } from '#ui/toast-store.ts'

/** Whom an admin can request for, and the toast after a request. */
export function useRequestSheet(title: { name: string }, onClose: () => void) {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const user = useSession()?.user
  const can_request_for_others = user?.permissions.includes('requests:manage') ?? false
  const users = wholeRead(useQuery({ ...usersQuery(), enabled: can_request_for_others }))

  function onRequested(answer: RequestResponse) {
    onClose()
    const word = answer.status === 'pending' || answer.status === 'available' ? answer.status : 'requested'
    toast(t(`requests.created.${word}`, { title: title.name }), {
      tone: 'ok',
      action: {
        label: t('requests.show'),
        run: () => void navigate({ to: '/requests', search: { open: answer.request_id } }),
      },
    })
  }

  return {
    onRequested,
    onOpenChange: (open: boolean) => {
      if (!open) onClose()
    },
    people_read: users,
    people: can_request_for_others ? (users.data ?? []).filter(({ id }) => id !== user?.id) : [],
  }
}
