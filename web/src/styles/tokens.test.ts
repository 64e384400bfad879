import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'

const css = readFileSync(new URL('./tokens.css', import.meta.url), 'utf8')

function tokensOf(theme: string): Map<string, string> {
  const block = new RegExp(`\\[data-theme=["']${theme}["']\\] \\{([^}]*)\\}`).exec(css)?.[1] ?? ''
  return new Map(
    Array.from(block.matchAll(/--([\w-]+): (#[0-9a-f]{6});/g), match => [match[1] ?? '', match[2] ?? '']),
  )
}

/** WCAG 2.2, relative luminance. */
function luminance(hex: string): number {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map(at => {
    const part = Number.parseInt(hex.slice(at, at + 2), 16) / 255
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4
  })
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}

function contrast(one: string, other: string): number {
  const [dark = 0, light = 0] = [luminance(one), luminance(other)].sort((a, b) => a - b)
  return (light + 0.05) / (dark + 0.05)
}

const GROUNDS = ['ink', 'surface', 'raised']
const TONES = ['accent', 'ok', 'info', 'warn', 'danger']

/** Every pair in which a component sets text. */
const TEXT_PAIRS = [
  ...['text', 'muted', ...TONES].flatMap(text => GROUNDS.map(ground => [text, ground] as const)),
  ...TONES.flatMap(tone => [
    [tone, `${tone}-soft`] as const,
    ['text', `${tone}-soft`] as const,
    ['on-solid', tone] as const,
  ]),
  ['muted', 'accent-soft'],
  ['on-solid', 'accent-strong'],
  ['on-solid', 'danger-strong'],
] as const

/** Borders and marks that carry meaning. */
const MARK_PAIRS = ['edge', ...TONES].flatMap(mark => GROUNDS.map(ground => [mark, ground] as const))

describe.each(['dark', 'light'])('%s theme', theme => {
  const tokens = tokensOf(theme)
  const value = (name: string) => {
    const hex = tokens.get(name)
    if (!hex) throw new Error(`${theme} has no --${name}`)
    return hex
  }

  it.each(TEXT_PAIRS)('%s can be read on %s', (text, ground) => {
    expect(contrast(value(text), value(ground))).toBeGreaterThanOrEqual(4.5)
  })

  it.each(MARK_PAIRS)('%s can be seen on %s', (mark, ground) => {
    expect(contrast(value(mark), value(ground))).toBeGreaterThanOrEqual(3)
  })
})

it('gives both themes the same tokens', () => {
  expect([...tokensOf('dark').keys()]).toEqual([...tokensOf('light').keys()])
})

it('sets the browser chrome to the page colour', () => {
  const page = readFileSync(new URL('../../index.html', import.meta.url), 'utf8')
  const theme = readFileSync(new URL('../lib/theme.ts', import.meta.url), 'utf8')
  for (const name of ['dark', 'light']) {
    expect(page).toContain(tokensOf(name).get('ink'))
    expect(theme).toContain(tokensOf(name).get('ink'))
  }
})
