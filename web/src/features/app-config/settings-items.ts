import { useNavigate } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { useSession } from '#lib/api.ts'
import type { PaletteItem } from '#ui/palette-group.tsx'
import type { Section } from '#ui/palette-order.ts'
import { settingsFor } from './settings-sections.ts'

/** Palette entries for every settings page. */
export function useSettingsSection(): Section<PaletteItem> {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const permissions = useSession()?.user.permissions ?? []
  return {
    heading: t('settings.title'),
    source: 'own',
    items: settingsFor(permissions).map(({ id, to, icon }) => ({
      id,
      label: t(`settings.${id}.title`),
      keywords: [t(`settings.${id}.text`), t(`settings.${id}.words`)],
      icon,
      run: () => void navigate({ to }),
    })),
  }
}
