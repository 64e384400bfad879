import { useTranslation } from 'react-i18next'
import { SettingsItems } from '#features/app-config/settings-items.tsx'
import { TitleItems } from '#features/discover-screen/title-items.tsx'
import { SessionItems } from '#features/sessions/session-items.tsx'
import { ActionItems } from '#features/shell/action-items.tsx'
import { PageItems } from '#features/shell/page-items.tsx'
import type { PaletteHost } from '#features/shell/shell.tsx'
import { PeopleItems } from '#features/users/people-items.tsx'
import { Palette } from '#ui/palette.tsx'

/** The command palette, composed of what each slice offers. A slice joins by a line here. */
export function AppPalette({ open, onOpenChange, onShortcuts }: PaletteHost) {
  const { t } = useTranslation()
  const onDone = () => onOpenChange(false)
  return (
    <Palette
      open={open}
      onOpenChange={onOpenChange}
      title={t('shell.palette.title')}
      placeholder={t('shell.palette.placeholder')}
      empty={query => t('shell.palette.empty', { query })}
    >
      {typed => (
        <>
          <PageItems onDone={onDone} />
          <TitleItems typed={typed} onDone={onDone} />
          <SettingsItems onDone={onDone} />
          <PeopleItems onDone={onDone} />
          <SessionItems onDone={onDone} />
          <ActionItems onDone={onDone} onShortcuts={onShortcuts} />
        </>
      )}
    </Palette>
  )
}
