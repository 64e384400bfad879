import { createSentenceFinder, type FoundSentence } from '@foyer/contract/sentences'
import type { TFunction } from 'i18next'

type Values = { replace: Record<string, string>; defaultValue: string }
type Find<Name extends string> = (text: string) => FoundSentence<Name> | undefined
type Translate<Name extends string> = (t: TFunction, name: Name, values: Values) => string

/**
 * What the server says in whole sentences, in the reader's language; one of another version stays as it is. The
 * server's own language is English, so its texts need not be loaded: they are the default.
 */
export function createSentenceTranslator<Name extends string>(
  table: Readonly<Record<Name, string>>,
  translate: Translate<Name>,
) {
  return createTranslator(createSentenceFinder(table), translate)
}

/** The same, where the contract has the finder. */
export function createTranslator<Name extends string>(find: Find<Name>, translate: Translate<Name>) {
  return (t: TFunction, text: string): string => {
    const found = find(text)
    return found ? translate(t, found.name, { replace: { ...found.values }, defaultValue: text }) : text
  }
}
