import Keyboard from 'lucide-react/icons/keyboard'
import Languages from 'lucide-react/icons/languages'
import SunMoon from 'lucide-react/icons/sun-moon'
import { useTranslation } from 'react-i18next'
import { LANGUAGES } from '#lib/languages.ts'
import { setTheme, THEMES, useTheme } from '#lib/theme.ts'
import type { PaletteItem } from '#ui/palette-group.tsx'
import type { Section } from '#ui/palette-order.ts'

interface Actions {
  onShortcuts: () => void
  onLanguage: (tag: string) => void
}

/** Palette actions of the shell itself. */
export function useActionSection({ onShortcuts, onLanguage }: Actions): Section<PaletteItem> {
  const { t, i18n } = useTranslation()
  const theme = useTheme()
  const themes: PaletteItem[] = THEMES.filter(one => one !== theme).map(one => ({
    id: `theme-${one}`,
    label: t('shell.palette.theme_to', { theme: t(`shell.preferences.theme_${one}`) }),
    keywords: ['theme', 'dark', 'light'],
    icon: SunMoon,
    run: () => setTheme(one),
  }))
  const languages: PaletteItem[] = LANGUAGES.filter(({ tag }) => tag !== i18n.language).map(
    ({ tag, name }) => ({
      id: `language-${tag}`,
      label: t('shell.palette.language_to', { language: name }),
      keywords: ['language', tag],
      icon: Languages,
      run: () => onLanguage(tag),
    }),
  )
  const shortcuts: PaletteItem = {
    id: 'shortcuts',
    label: t('shell.palette.shortcuts'),
    keywords: ['keys', 'help', '?'],
    icon: Keyboard,
    run: onShortcuts,
  }
  return {
    heading: t('shell.palette.actions'),
    source: 'command',
    items: [...themes, ...languages, shortcuts],
  }
}
