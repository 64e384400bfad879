function isApple(): boolean {
  return /Mac|iPhone|iPad/.test(navigator.platform)
}

/** The key's label on this keyboard. */
export function keyLabel(key: string): string {
  if (key === 'Escape') return 'Esc'
  const [modifier, letter] = key.split('+')
  if (modifier !== 'mod' || !letter) return key
  return isApple() ? `⌘ ${letter.toUpperCase()}` : `Ctrl ${letter.toUpperCase()}`
}
