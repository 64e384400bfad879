/**
 * What people and agents write into a thread. Line breaks and tabs stay; other control characters do not: PostgreSQL
 * stores no NUL, and a terminal or a log must not act on the rest.
 */
export function cleanText(text: string): string {
  return text
    .toWellFormed()
    .replaceAll(/\r\n?/g, '\n')
    .replaceAll(/[^\P{Cc}\n\t]/gu, '')
    .trim()
}
