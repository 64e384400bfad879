import Monitor from 'lucide-react/icons/monitor'
import Moon from 'lucide-react/icons/moon'
import Sun from 'lucide-react/icons/sun'
import { useTranslation } from 'react-i18next'
import { setTheme, THEMES, useTheme } from '#lib/theme.ts'
import { Segmented } from '#ui/segmented.tsx'

const ICONS = { system: Monitor, dark: Moon, light: Sun }

/** Dark, light or as the device: stored in this browser, applied immediately. */
export function ThemeChoice() {
  const { t } = useTranslation()
  const theme = useTheme()
  return (
    <div className="flex flex-col gap-1.5">
      <p aria-hidden className="text-sm font-medium">
        {t('shell.preferences.theme')}
      </p>
      <Segmented
        label={t('shell.preferences.theme')}
        value={theme}
        onChange={setTheme}
        choices={THEMES.map(one => {
          const ThemeIcon = ICONS[one]
          return { value: one, label: t(`shell.preferences.theme_${one}`), icon: <ThemeIcon aria-hidden /> }
        })}
      />
    </div>
  )
}
