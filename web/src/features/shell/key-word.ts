function isApple(): boolean {
  return /Mac|iPhone|iPad/.test(navigator.platform)
}

/** As it is printed on the keyboard at hand. */
export function keyWord(key: string): string {
  if (key === 'Escape') return 'Esc'
  const [modifier, letter] = key.split('+')
  if (modifier !== 'mod' || !letter) return key
  return isApple() ? `⌘ ${letter.toUpperCase()}` : `Ctrl ${letter.toUpperCase()}`
}
