import { describe, expect, it } from 'vitest'
import { nextSentences } from './sentences.ts'

function readAll(text: string): string[] {
  const read: string[] = []
  let from = 0
  for (let at = 1; at <= text.length; at += 1) {
    const next = nextSentences(text.slice(0, at), from, at === text.length)
    if (next.text) read.push(next.text)
    from = next.until
  }
  return read
}

describe('what a screen reader reads', () => {
  it('is whole sentences, each once', () => {
    expect(readAll('It is **here**. Do you\nwant it? Then say')).toEqual([
      'It is here.',
      'Do you',
      'want it?',
      'Then say',
    ])
  })

  it('has no marks of Markdown', () => {
    expect(nextSentences('# Two\n\n- [Low Water](https://x.org)\n- `b`\n', 0, true).text).toBe(
      'Two Low Water b',
    )
  })

  it('waits for the end of a sentence', () => {
    expect(nextSentences('Almost', 0, false)).toEqual({ text: '', until: 0 })
  })
})
