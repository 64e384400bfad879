function fold(text: string): string {
  return text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase()
}

/** Every word of the query somewhere in the words of an entry, accents and case aside. */
export function matchesWords(query: string, words: readonly string[]): boolean {
  const text = fold(words.join(' '))
  return fold(query)
    .split(/\s+/)
    .every(word => text.includes(word))
}
