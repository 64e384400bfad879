import { textsForBrowser } from '#texts/texts.ts'
import { de } from './de.ts'
import { en } from './en.ts'
import { es } from './es.ts'
import { fr } from './fr.ts'
import { it } from './it.ts'
import { nl } from './nl.ts'
import { pt } from './pt-BR.ts'

export const TEXTS = { en, de, fr, es, nl, it, 'pt-BR': pt }
export type Language = keyof typeof TEXTS
export type Problem = keyof typeof en.problems
export type ProblemPage = keyof typeof en.pages

export function isProblem(code: string): code is Problem {
  return Object.hasOwn(en.problems, code)
}

const isWritten = (tag: string): tag is Language => Object.hasOwn(TEXTS, tag)

/** The first language of the browser that Foyer speaks. */
export function languageOf(accept_language: string | undefined): Language {
  const { language } = textsForBrowser(accept_language)
  return isWritten(language) ? language : 'en'
}
