import { useSyncExternalStore } from 'react'
import { createPreference } from './preferences.ts'

export const THEMES = ['system', 'dark', 'light'] as const
export type Theme = (typeof THEMES)[number]

/** The page's background colour, for the browser's own bars. index.html sets the same before the first paint. */
const CHROME = { dark: '#100f14', light: '#faf8f4' } as const

// The inline script in index.html reads this key as well.
const preference = createPreference<Theme>('foyer.theme', THEMES, 'system')
const prefersLight = () => matchMedia('(prefers-color-scheme: light)')

function paint() {
  const theme = preference.get()
  const shown = theme === 'system' ? (prefersLight().matches ? 'light' : 'dark') : theme
  document.documentElement.dataset['theme'] = shown
  document.querySelector('meta[name=theme-color]')?.setAttribute('content', CHROME[shown])
}

export function startTheme() {
  paint()
  prefersLight().addEventListener('change', paint)
  preference.subscribe(paint)
}

export function setTheme(theme: Theme) {
  preference.set(theme)
}

export function useTheme(): Theme {
  return useSyncExternalStore(preference.subscribe, preference.get)
}
