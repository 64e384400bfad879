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

/** All files of one language. */
function everyText({
  alerts,
  messages,
  pages,
}: Record<'alerts' | 'messages' | 'pages', TextsByKey>): TextsByKey {
  return { ...alerts, ...messages, ...pages }
}

const english: TextsByKey = everyText(en)

/** By tag; a language is a folder beside this file. */
const LANGUAGES: ReadonlyMap<string, TextsByKey> = new Map<string, TextsByKey>([
  ['en', english],
  ['de', everyText(de)],
  ['fr', everyText(fr)],
  ['es', everyText(es)],
  ['nl', everyText(nl)],
  ['it', everyText(it)],
  ['pt-BR', everyText(pt)],
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

/** The sentences for a browser: in the first of its languages that there are sentences in (`Accept-Language`). */
export function textsForBrowser(accept_language: string | undefined): Texts {
  const tags = (accept_language ?? '').split(',').map(part => part.split(';')[0]?.trim() ?? '')
  return textsIn(tags.find(tag => closestLanguage(tag, WRITTEN_LANGUAGES)) ?? 'en')
}

function englishForm(key: string, count: number): string {
  return english[`${key}_${count === 1 ? 'one' : 'other'}`] ?? key
}

/** What is filled in is not looked at again: a title may contain braces. */
function fill(text: string, values: Values): string {
  return text.replaceAll(/\{(\w+)\}/g, (whole, name: string) => String(values[name] ?? whole))
}
