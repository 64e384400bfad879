import { useQuery } from '@tanstack/react-query'
import MonitorSmartphone from 'lucide-react/icons/monitor-smartphone'
import UserPlus from 'lucide-react/icons/user-plus'
import UserRound from 'lucide-react/icons/user-round'
import { useCallback } from 'react'
import { useTranslation } from 'react-i18next'
import { useSession } from '#lib/api.ts'
import { type SearchItem, useGoTo } from '#lib/search-item.ts'
import type { Section } from '#ui/palette-order.ts'
import { usersQuery } from '../api.ts'

/** For admins: all users, and inviting someone. */
export function usePeopleSection() {
  const { t } = useTranslation()
  const goTo = useGoTo()
  const may = useSession()?.user.permissions.includes('users:manage') ?? false
  const { data } = useQuery({ ...usersQuery(), enabled: may })
  return useCallback((): Section<SearchItem> => {
    const section = { heading: t('users.title'), source: 'page' } as const
    if (!may) return { ...section, items: [] }
    return {
      ...section,
      items: [
        {
          id: 'invite',
          label: t('connect.invite.open'),
          keywords: ['add user', 'new user', 'connect link'],
          icon: UserPlus,
          ...goTo({ to: '/users', search: { invite: true } }),
        },
        {
          id: 'devices',
          label: t('devices.all'),
          keywords: ['sessions', 'revoke'],
          icon: MonitorSmartphone,
          ...goTo({ to: '/users/devices' }),
        },
        ...(data ?? []).map(user => ({
          id: `user-${user.id}`,
          label: user.username,
          icon: UserRound,
          ...goTo({ to: '/users/$user_id', params: { user_id: String(user.id) } }),
        })),
      ],
    }
  }, [t, goTo, may, data])
}
