function fold(text: string): string {
  return text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase()
}

/** Whether every word of the query occurs in an entry, ignoring accents and case. */
export function matchesWords(query: string, words: readonly string[]): boolean {
  const text = fold(words.join(' '))
  return fold(query)
    .split(/\s+/)
    .every(word => text.includes(word))
}
