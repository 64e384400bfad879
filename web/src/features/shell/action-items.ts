import Keyboard from 'lucide-react/icons/keyboard'
import Languages from 'lucide-react/icons/languages'
import SunMoon from 'lucide-react/icons/sun-moon'
import { useTranslation } from 'react-i18next'
import { isLanguage, LANGUAGES, setLanguage } from '#lib/i18n.ts'
import { setTheme, THEMES, useTheme } from '#lib/theme.ts'
import type { PaletteItem } from '#ui/palette-group.tsx'
import type { Section } from '#ui/palette-order.ts'

/** Palette actions of the shell itself. */
export function useActionSection(onShortcuts: () => void): Section<PaletteItem> {
  const { t, i18n } = useTranslation()
  const theme = useTheme()
  const themes: PaletteItem[] = THEMES.filter(one => one !== theme).map(one => ({
    id: `theme-${one}`,
    label: t('shell.palette.theme_to', { theme: t(`shell.preferences.theme_${one}`) }),
    keywords: ['theme', 'dark', 'light'],
    icon: SunMoon,
    run: () => setTheme(one),
  }))
  const languages: PaletteItem[] = Object.keys(LANGUAGES)
    .filter(isLanguage)
    .filter(one => one !== i18n.language)
    .map(one => ({
      id: `language-${one}`,
      label: t('shell.palette.language_to', { language: LANGUAGES[one].name }),
      keywords: ['language', one],
      icon: Languages,
      run: () => void setLanguage(one),
    }))
  const shortcuts: PaletteItem = {
    id: 'shortcuts',
    label: t('shell.palette.shortcuts'),
    keywords: ['keys', 'help', '?'],
    icon: Keyboard,
    run: onShortcuts,
  }
  return {
    heading: t('shell.palette.actions'),
    source: 'own',
    items: [...themes, ...languages, shortcuts],
  }
}
