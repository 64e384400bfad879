/** Finds by their English the sentences of a table, each with at most one `{{value}}`. */
export function createSentenceFinder<Name extends string>(table: Readonly<Record<Name, string>>) {
  /** Each as the text before its value and the text after it; undefined where there is no value. */
  const sentences = (Object.entries(table) as [Name, string][]).map(([name, text]) => {
    const [before = '', after] = text.split('{{value}}')
    return { name, before, after }
  })
  return (text: string): { name: Name; value: string } | undefined => {
    for (const { name, before, after } of sentences) {
      const value = text.slice(before.length, text.length - (after?.length ?? 0))
      const is_said = text === before + value + (after ?? '') && (value === '') === (after === undefined)
      if (is_said) return { name, value }
    }
    return undefined
  }
}
