import { describe, expect, it } from 'vitest'
import { blocksOf, settleTail } from './markdown-blocks.ts'

const TEXT = [
  'Two **good** ones:',
  '',
  '1. First',
  '',
  '   more about it',
  '',
  '2. Second',
  '',
  '```ts',
  'const a = 1',
  '',
  'const b = 2',
  '```',
  '',
  '| a | b |',
  '|---|---|',
  '| 1 | 2 |',
  '',
  '',
  'The end.',
].join('\n')

describe('the blocks of a text', () => {
  it('are whole: code with blank lines, loose lists, tables', () => {
    expect(blocksOf(TEXT)).toEqual([
      'Two **good** ones:',
      '1. First\n\n   more about it\n\n2. Second',
      '```ts\nconst a = 1\n\nconst b = 2\n```',
      '| a | b |\n|---|---|\n| 1 | 2 |',
      'The end.',
    ])
    expect(blocksOf('')).toEqual([])
  })

  it('do not change once another one follows', () => {
    const whole = blocksOf(TEXT)
    for (let at = 0; at <= TEXT.length; at += 1) {
      const before = blocksOf(TEXT.slice(0, at)).slice(0, -1)
      expect(whole.slice(0, before.length)).toEqual(before)
    }
  })
})

describe('the end of a growing text', () => {
  it.each([
    ['A **bol', 'A **bol**'],
    ['A **', 'A'],
    ['Gone ~~miss', 'Gone ~~miss~~'],
    ['* a **bol', '* a **bol**'],
    ['A **bold*', 'A **bold**'],
    ['A **bold** word', 'A **bold** word'],
    ['An *italic wor', 'An *italic wor*'],
    ['* item', '* item'],
    ['Call `np', 'Call `np`'],
    ['Call `', 'Call '],
    ['Call `a*b` now', 'Call `a*b` now'],
    ['See [the pa', 'See the pa'],
    ['See [the page](https://exa', 'See the page'],
    ['See [the page](https://example.org) now', 'See [the page](https://example.org) now'],
    ['![x](https://exa', 'x'],
    ['Title\n-', 'Title'],
    ['Title\n--', 'Title'],
    ['Text\n2', 'Text'],
    ['Text\n#', 'Text'],
    ['| a |', ''],
    ['| a |\n|--', ''],
    ['| a |\n|---|\n| 1', '| a |\n|---|\n| 1'],
    ['```ts\nconst **a', '```ts\nconst **a'],
  ])('%j is shown as %j', (typed, shown) => {
    expect(settleTail(typed)).toBe(shown)
  })
})
