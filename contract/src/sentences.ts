/**
 * Whole sentences that the server says and clients know: a table holds each with the names of its values, so that a
 * client finds it again by its English and says it in another language. `{{product}}` stands for a value.
 */

type ValueName<Text extends string> = Text extends `${string}{{${infer Name}}}${infer Rest}`
  ? Name | ValueName<Rest>
  : never

export type SentenceValues<Text extends string> = Readonly<Record<ValueName<Text>, string>>

const VALUE = /\{\{(\w+)\}\}/

export function fillSentence<Text extends string>(text: Text, values: SentenceValues<Text>): string {
  const known: Readonly<Record<string, string>> = values
  return text.replace(new RegExp(VALUE, 'g'), (_, name: string) => known[name] ?? '')
}

export interface FoundSentence<Name extends string> {
  name: Name
  values: Readonly<Record<string, string>>
}

/**
 * Finds the sentences of a table by their English. Where two fit, it is the one that stands first in the table.
 * Undefined: it is none of them, such as one of another version.
 */
export function createSentenceFinder<Name extends string>(table: Readonly<Record<Name, string>>) {
  let sentences: readonly { name: Name; pattern: RegExp }[] | undefined
  return (text: string | undefined): FoundSentence<Name> | undefined => {
    if (text === undefined) return undefined
    // Made with the first text: a page that opens meets few of the tables.
    sentences ??= (Object.entries(table) as [Name, string][]).map(([name, sentence]) => ({
      name,
      pattern: patternOf(sentence),
    }))
    for (const { name, pattern } of sentences) {
      const found = pattern.exec(text)
      if (found) return { name, values: { ...found.groups } }
    }
    return undefined
  }
}

/** A value that is named twice must be the same in both places. */
function patternOf(text: string): RegExp {
  const named = new Set<string>()
  const parts = text.split(VALUE).map((part, at) => {
    if (at % 2 === 0) return part.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')
    if (named.has(part)) return `\\k<${part}>`
    named.add(part)
    return `(?<${part}>.+?)`
  })
  return new RegExp(`^${parts.join('')}$`, 's')
}
