import { useSyncExternalStore } from 'react'
import { type Catalogue, createTranslator, type Values } from '../src/lib/translator.ts'

/**
 * Stands in for i18next and react-i18next in the browser, where the two weigh more than all of our words. Types come
 * from the real packages, and `lib/translator.test.ts` compares the two on every text.
 */
const FALLBACK = 'en'
const translator = createTranslator(FALLBACK)
const listeners = new Set<() => void>()

interface Spoken {
  t: (key: string, values?: Values) => string
  i18n: { language: string }
}

/** One object per language, so that whoever depends on `t` is called again only when the language changes. */
function speak(language: string): Spoken {
  return { t: (key, values) => translator.say(language, key, values), i18n: { language } }
}

let spoken = speak(FALLBACK)

const i18next = {
  use: () => i18next,
  async init({ lng, resources }: { lng: string; resources: Record<string, { translation: Catalogue }> }) {
    for (const [language, { translation }] of Object.entries(resources)) translator.add(language, translation)
    spoken = speak(lng)
  },
  hasResourceBundle: (language: string) => translator.has(language),
  addResourceBundle: (language: string, _namespace: string, words: Catalogue) =>
    translator.add(language, words),
  async changeLanguage(language: string) {
    spoken = speak(language)
    for (const listener of listeners) listener()
  },
}

export default i18next

export const initReactI18next = {}

function subscribe(listener: () => void) {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}

export function useTranslation(): Spoken {
  return useSyncExternalStore(subscribe, () => spoken)
}
