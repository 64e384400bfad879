import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import MonitorSmartphone from 'lucide-react/icons/monitor-smartphone'
import UserPlus from 'lucide-react/icons/user-plus'
import UserRound from 'lucide-react/icons/user-round'
import { useTranslation } from 'react-i18next'
import { useSession } from '#lib/api.ts'
import type { PaletteItem } from '#ui/palette-group.tsx'
import type { Section } from '#ui/palette-order.ts'
import { usersQuery } from './api.ts'

/** Palette entries for admins: all users, and inviting someone. */
export function usePeopleSection(): Section<PaletteItem> {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const may = useSession()?.user.permissions.includes('users:manage') ?? false
  const { data = [] } = useQuery({ ...usersQuery(), enabled: may })
  const section = { heading: t('users.title'), source: 'own' } as const
  if (!may) return { ...section, items: [] }
  return {
    ...section,
    items: [
      {
        id: 'invite',
        label: t('connect.invite.open'),
        keywords: ['add user', 'new user', 'connect link'],
        icon: UserPlus,
        run: () => void navigate({ to: '/users', search: { invite: true } }),
      },
      {
        id: 'devices',
        label: t('devices.all'),
        keywords: ['sessions', 'revoke'],
        icon: MonitorSmartphone,
        run: () => void navigate({ to: '/users/devices' }),
      },
      ...data.map(user => ({
        id: `user-${user.id}`,
        label: user.username,
        icon: UserRound,
        run: () => void navigate({ to: '/users/$user_id', params: { user_id: String(user.id) } }),
      })),
    ],
  }
}
