/** Without the marks of Markdown, which a screen reader would spell out. */
function plain(text: string): string {
  return text
    .replace(/^\s*(```|~~~).*$/gm, ' ')
    .replace(/!?\[([^\]]*)\]\([^)]*\)/g, '$1')
    .replace(/^\s*(#{1,6}|[-*+>]|\|?[\s:|-]+\|)\s/gm, '')
    .replace(/[*_`~|]+/g, '')
    .replace(/\s+/g, ' ')
    .trim()
}

/** The end of the last complete sentence or line. */
function lastEnd(text: string): number {
  const ends = [...text.matchAll(/[.?:…!][)"”’*_]*\s|\n/g)]
  const last = ends.at(-1)
  return last ? last.index + last[0].length : 0
}

interface Read {
  /** New sentences to read out; empty if none is complete. */
  text: string
  /** Up to where the text was read. */
  until: number
}

/** What a screen reader reads next of a growing text: whole sentences, and the rest once it is complete. */
export function nextSentences(text: string, from: number, complete: boolean): Read {
  const rest = text.slice(from)
  const length = complete ? rest.length : lastEnd(rest)
  return { text: plain(rest.slice(0, length)), until: from + length }
}
