import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useSettingsSection } from '#features/app-config/settings-items.ts'
import { useTitleSection } from '#features/discover-screen/title-items.ts'
import { useSessionSection } from '#features/sessions/session-items.ts'
import { useActionSection } from '#features/shell/action-items.ts'
import { usePageSection } from '#features/shell/page-items.ts'
import type { PaletteHost } from '#features/shell/shell.tsx'
import { usePeopleSection } from '#features/users/people-items.ts'
import { Palette } from '#ui/palette.tsx'
import { PaletteList } from '#ui/palette-list.tsx'

type BodyProps = Pick<PaletteHost, 'onShortcuts'> & { onDone: () => void }

/** The command palette, composed of the sections of each slice. To add one, add a line in `PaletteBody`. */
export function AppPalette({ open, onOpenChange, onShortcuts }: PaletteHost) {
  const { t } = useTranslation()
  return (
    <Palette open={open} onOpenChange={onOpenChange} title={t('shell.palette.title')}>
      <PaletteBody onShortcuts={onShortcuts} onDone={() => onOpenChange(false)} />
    </Palette>
  )
}

function PaletteBody({ onShortcuts, onDone }: BodyProps) {
  const { t } = useTranslation()
  const [typed, setTyped] = useState('')
  const [entered, setEntered] = useState(false)
  const titles = useTitleSection(typed, entered)
  const sections = [
    usePageSection(),
    titles.section,
    useSettingsSection(),
    usePeopleSection(),
    useSessionSection(),
    useActionSection(onShortcuts),
  ]
  return (
    <PaletteList
      label={t('shell.palette.title')}
      placeholder={t('shell.palette.placeholder')}
      empty={t('shell.palette.empty', { query: typed })}
      typed={typed}
      onTyped={setTyped}
      sections={sections}
      searching={titles.searching}
      entered={entered}
      onEntered={setEntered}
      onDone={onDone}
    />
  )
}
