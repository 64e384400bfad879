import { useNavigate } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { useSession } from '#lib/api.ts'
import { PaletteGroup } from '#ui/palette-group.tsx'
import { settingsFor } from './settings-sections.ts'

/** Every section of settings, in the palette. */
export function SettingsItems({ onDone }: { onDone: () => void }) {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const permissions = useSession()?.user.permissions ?? []
  return (
    <PaletteGroup
      heading={t('settings.title')}
      onDone={onDone}
      items={settingsFor(permissions).map(({ id, to, icon }) => ({
        id,
        label: t(`settings.${id}.title`),
        keywords: [t(`settings.${id}.text`), t(`settings.${id}.words`)],
        icon,
        run: () => void navigate({ to }),
      }))}
    />
  )
}
