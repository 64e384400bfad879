import { useNavigate } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { useSession } from '#lib/api.ts'
import { navFor } from './nav.ts'
import type { PaletteSource } from './palette-source.ts'

export const pageItems: PaletteSource = {
  id: 'pages',
  useHeading: () => useTranslation().t('shell.palette.pages'),
  useItems() {
    const { t } = useTranslation()
    const navigate = useNavigate()
    const permissions = useSession()?.user.permissions ?? []
    return navFor(permissions).map(entry => ({
      id: entry.to,
      label: t(entry.label),
      icon: entry.icon,
      run: () => void navigate({ to: entry.to }),
    }))
  },
}
