import { closestLanguage } from '@foyer/contract/languages'
import * as de from './de/index.ts'
import * as en from './en/index.ts'
import * as es from './es/index.ts'
import * as fr from './fr/index.ts'
import * as it from './it/index.ts'
import * as nl from './nl/index.ts'
import * as pt from './pt-BR/index.ts'
import type { CountedKey, TextKey } from './text-types.ts'

type Values = Readonly<Record<string, string | number>>
type TextsByKey = Readonly<Partial<Record<string, string>>>

const english: TextsByKey = { ...en.alerts, ...en.messages }

/** By tag; a language is a folder beside this file. */
const LANGUAGES: ReadonlyMap<string, TextsByKey> = new Map<string, TextsByKey>([
  ['en', english],
  ['de', { ...de.alerts, ...de.messages }],
  ['fr', { ...fr.alerts, ...fr.messages }],
  ['es', { ...es.alerts, ...es.messages }],
  ['nl', { ...nl.alerts, ...nl.messages }],
  ['it', { ...it.alerts, ...it.messages }],
  ['pt-BR', { ...pt.alerts, ...pt.messages }],
])

/** The tags of the languages that sentences are written in. */
export const WRITTEN_LANGUAGES: readonly string[] = [...LANGUAGES.keys()]

/** Foyer's own sentences in one language; what it lacks is English (C58). */
export interface Texts {
  /** The tag of the language they are written in. */
  language: string
  say(key: TextKey, values?: Values): string
  /** The form for a number, which is also filled in as `{count}`. */
  sayCount(key: CountedKey, count: number, values?: Values): string
}

/** The sentences for a reader of this language: in it, in the closest one there is, else in English. */
export function textsIn(reader_language: string): Texts {
  const language = closestLanguage(reader_language, WRITTEN_LANGUAGES) ?? 'en'
  const own = LANGUAGES.get(language) ?? english
  const forms = new Intl.PluralRules(language)
  return {
    language,
    say: (key, values = {}) => fill(own[key] ?? english[key] ?? key, values),
    sayCount(key, count, values = {}) {
      const text = own[`${key}_${forms.select(count)}`] ?? own[`${key}_other`]
      return fill(text ?? englishForm(key, count), { ...values, count })
    },
  }
}

function englishForm(key: string, count: number): string {
  return english[`${key}_${count === 1 ? 'one' : 'other'}`] ?? key
}

/** What is filled in is not looked at again: a title may contain braces. */
function fill(text: string, values: Values): string {
  return text.replaceAll(/\{(\w+)\}/g, (whole, name: string) => String(values[name] ?? whole))
}
