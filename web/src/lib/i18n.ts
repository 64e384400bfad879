import i18next from 'i18next'
import { initReactI18next, useTranslation } from 'react-i18next'
import { en } from '../locales/en/index.ts'
import { createFormat, type Format } from './format.ts'
import { safeStorage } from './preferences.ts'

/** Each language in its own name. To add one, add a folder in locales/ and a line here. */
export const LANGUAGES = {
  en: { name: 'English', dir: 'ltr' },
  de: { name: 'Deutsch', dir: 'ltr' },
} as const

export type Language = keyof typeof LANGUAGES

const LOADERS: Record<Exclude<Language, 'en'>, () => Promise<object>> = {
  de: () => import('../locales/de/index.ts').then(module => module.de),
}

const STORED = 'foyer.language'

export function isLanguage(value: unknown): value is Language {
  return typeof value === 'string' && Object.hasOwn(LANGUAGES, value)
}

/** The first preferred language that is available, ignoring regions (`de-AT` is German). */
export function pickLanguage(wishes: readonly (string | null)[]): Language {
  const known = wishes.map(wish => wish?.split('-')[0]?.toLowerCase()).find(isLanguage)
  return known ?? 'en'
}

async function load(language: Language) {
  if (language === 'en' || i18next.hasResourceBundle(language, 'translation')) return
  i18next.addResourceBundle(language, 'translation', await LOADERS[language]())
}

function writeDocument(language: Language) {
  document.documentElement.lang = language
  document.documentElement.dir = LANGUAGES[language].dir
}

export async function startLanguages() {
  await i18next.use(initReactI18next).init({
    lng: 'en',
    fallbackLng: 'en',
    resources: { en: { translation: en } },
    // React already escapes.
    interpolation: { escapeValue: false },
  })
  const wanted = pickLanguage([safeStorage.getItem(STORED), ...navigator.languages])
  // If the catalogue cannot be fetched, the page still opens in English.
  if (wanted !== 'en') await switchTo(wanted).catch(() => undefined)
  else writeDocument('en')
}

async function switchTo(language: Language) {
  await load(language)
  await i18next.changeLanguage(language)
  writeDocument(language)
}

export async function setLanguage(language: Language) {
  await switchTo(language)
  safeStorage.setItem(STORED, language)
}

/** The browser's regional variant of a language, so that dates follow `en-GB` rather than `en`. */
export function regional(language: string, wishes: readonly string[]): string {
  return wishes.find(wish => wish === language || wish.startsWith(`${language}-`)) ?? language
}

const formats = new Map<string, Format>()

export function useFormat(): Format {
  const { i18n } = useTranslation()
  const language = regional(i18n.language, navigator.languages)
  const format = formats.get(language) ?? createFormat(language)
  formats.set(language, format)
  return format
}
