import { useNavigate } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { useSession } from '#lib/api.ts'
import { PaletteGroup } from '#ui/palette-group.tsx'
import { useNav } from './nav.ts'

/** Every page of the navigation, in the palette. */
export function PageItems({ onDone }: { onDone: () => void }) {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const permissions = useSession()?.user.permissions ?? []
  const entries = useNav(permissions)
  return (
    <PaletteGroup
      heading={t('shell.palette.pages')}
      onDone={onDone}
      items={entries.map(entry => ({
        id: entry.to,
        label: t(entry.label),
        icon: entry.icon,
        run: () => void navigate({ to: entry.to }),
      }))}
    />
  )
}
