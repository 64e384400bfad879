import { useNavigate } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { useSession } from '#lib/api.ts'
import type { PaletteItem } from '#ui/palette-group.tsx'
import type { Section } from '#ui/palette-order.ts'
import { useNav } from './nav.ts'

/** Palette entries for all pages of the navigation. */
export function usePageSection(): Section<PaletteItem> {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const permissions = useSession()?.user.permissions ?? []
  const entries = useNav(permissions)
  return {
    heading: t('shell.palette.pages'),
    source: 'own',
    items: entries.map(entry => ({
      id: entry.to,
      label: t(entry.label),
      icon: entry.icon,
      run: () => void navigate({ to: entry.to }),
    })),
  }
}
