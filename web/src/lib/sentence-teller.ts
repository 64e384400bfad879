import { createSentenceFinder } from '@foyer/contract/sentences'
import type { TFunction } from 'i18next'

type Values = { replace: Record<string, string>; defaultValue: string }

/**
 * Tells what the server says in whole sentences in the reader's language; one of another version stays as it is. The
 * server's own language is English, so its texts need not be loaded: they are the default.
 */
export function createSentenceTeller<Name extends string>(
  table: Readonly<Record<Name, string>>,
  say: (t: TFunction, name: Name, values: Values) => string,
) {
  const find = createSentenceFinder(table)
  return (t: TFunction, text: string): string => {
    const found = find(text)
    return found ? say(t, found.name, { replace: { ...found.values }, defaultValue: text }) : text
  }
}
