import i18next from 'i18next'
import { initReactI18next, useTranslation } from 'react-i18next'
import { en } from '#locales/en/index.ts'
import { storageKey } from './base-url.ts'
import { createFormat, type Format } from './format.ts'
import { LANGUAGES, pickLanguage, regional } from './languages.ts'
import { safeStorage } from './preferences.ts'

const CATALOGUES = import.meta.glob<object>(['../locales/*/index.ts', '!../locales/en/index.ts'], {
  import: 'default',
})

const stored = () => storageKey('language')

async function load(tag: string) {
  if (i18next.hasResourceBundle(tag, 'translation')) return
  const catalogue = CATALOGUES[`../locales/${tag}/index.ts`]
  if (catalogue) i18next.addResourceBundle(tag, 'translation', await catalogue())
}

function writeDocument(tag: string) {
  document.documentElement.lang = tag
  document.documentElement.dir = LANGUAGES.find(one => one.tag === tag)?.dir ?? 'ltr'
}

export async function startLanguages() {
  await i18next.use(initReactI18next).init({
    lng: 'en',
    fallbackLng: 'en',
    // A regional tag is a catalogue of its own: `pt-BR` never looks for `pt`.
    load: 'currentOnly',
    resources: { en: { translation: en } },
    // Every key is a path: said here, no call looks for a sentence or another namespace in it.
    keySeparator: '.',
    nsSeparator: false,
    // React already escapes.
    interpolation: { escapeValue: false },
  })
  const wanted = pickLanguage([safeStorage.getItem(stored()), ...navigator.languages])
  // If the catalogue cannot be fetched, the page still opens in English.
  if (wanted !== 'en') await switchTo(wanted).catch(() => undefined)
  else writeDocument('en')
}

async function switchTo(tag: string) {
  await load(tag)
  await i18next.changeLanguage(tag)
  writeDocument(tag)
}

export async function setLanguage(tag: string) {
  await switchTo(tag)
  safeStorage.setItem(stored(), tag)
}

/** Forgets what was chosen in this browser. */
export async function followBrowser() {
  safeStorage.removeItem(stored())
  await switchTo(pickLanguage(navigator.languages))
}

const formats = new Map<string, Format>()

export function useFormat(): Format {
  const { i18n, t } = useTranslation()
  const language = regional(i18n.language, navigator.languages)
  const format = formats.get(language) ?? createFormat(language, t('ui.just_now'))
  formats.set(language, format)
  return format
}
