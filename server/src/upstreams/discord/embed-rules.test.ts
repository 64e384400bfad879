import { describe, expect, it } from 'vitest'
import type { Message } from '#ports/message-sender.ts'
import { embedOf, escapeMarkdown, fitMarkdown } from './embed-rules.ts'

const MESSAGE: Message = {
  event: 'request_pending',
  title: 'Paper Lanterns',
  body: 'mia requested this movie.',
  url: 'https://media.example.org/approvals',
  image_url: 'https://image.tmdb.org/t/p/w342/poster.jpg',
  fields: [
    { name: 'Requested by', value: 'mia' },
    { name: 'Library', value: 'Movies' },
  ],
  occurred_at: '2026-11-15T10:00:00.000Z',
  data: {},
}

describe('markdown (2:4.10)', () => {
  it.each([
    ['Paper Lanterns', 'Paper Lanterns'],
    ['Dune: Part Two (2024)', 'Dune: Part Two (2024)'],
    ['M*A*S*H', String.raw`M\*A\*S\*H`],
    ['__init__ ~~x~~ ||y|| `z`', String.raw`\_\_init\_\_ \~\~x\~\~ \|\|y\|\| \`z\``],
    ['[free](https://example.org)', String.raw`\[free\](https\://example.org)`],
    ['<@1250000000000000001> <t:1>', String.raw`\<@1250000000000000001> \<t:1>`],
    ['# Heading', String.raw`\# Heading`],
    ['- item\n> quote\n2. second', '\\- item\n\\> quote\n2\\. second'],
    ['2001: A Space Odyssey', '2001: A Space Odyssey'],
    [String.raw`back\slash`, String.raw`back\\slash`],
  ])('%j is shown as it is', (text, escaped) => {
    expect(escapeMarkdown(text)).toBe(escaped)
  })

  it('cuts neither a letter nor an escape in half', () => {
    expect(fitMarkdown('a*b', 4)).toBe(String.raw`a\*b`)
    expect(fitMarkdown('a*b*c', 5)).toBe(String.raw`a\*b…`)
    expect(fitMarkdown('a*b*c', 6)).toBe(String.raw`a\*b…`)
    expect(fitMarkdown('👩‍👩‍👧‍👦👩‍👩‍👧‍👦', 13)).toBe('👩‍👩‍👧‍👦…')
  })

  it('drops control and direction characters', () => {
    expect(fitMarkdown('a\u0007b\u202Ec\nd', 20)).toBe('a b c\nd')
  })
})

describe('the embed', () => {
  it('has the poster, the facts, the link and the time', () => {
    expect(embedOf(MESSAGE)).toEqual({
      title: 'Paper Lanterns',
      description: 'mia requested this movie.',
      url: 'https://media.example.org/approvals',
      color: 0xe8a33d,
      timestamp: '2026-11-15T10:00:00.000Z',
      thumbnail: { url: 'https://image.tmdb.org/t/p/w342/poster.jpg' },
      fields: [
        { name: 'Requested by', value: 'mia', inline: true },
        { name: 'Library', value: 'Movies', inline: true },
      ],
    })
  })

  it('leaves out what is missing, empty or not an address', () => {
    const { url: _url, image_url: _image, ...bare } = MESSAGE
    expect(embedOf({ ...bare, fields: [{ name: 'Library', value: ' ' }] })).not.toHaveProperty('fields')
    const odd = embedOf({
      ...MESSAGE,
      url: 'javascript:alert(1)',
      image_url: `https://x/${'y'.repeat(2048)}`,
    })
    expect(odd).not.toHaveProperty('url')
    expect(odd).not.toHaveProperty('thumbnail')
  })

  it('stays within every limit, whatever it is given', () => {
    const long = '*'.repeat(9000)
    const fields = Array.from({ length: 40 }, () => ({ name: long, value: long }))
    const embed = embedOf({ ...MESSAGE, title: long, body: long, fields })
    const texts = [
      embed.title,
      embed.description,
      ...(embed.fields ?? []).flatMap(one => [one.name, one.value]),
    ]
    expect(texts.join('').length).toBeLessThanOrEqual(6000)
    expect(embed.title.length).toBeLessThanOrEqual(256)
    expect(embed.description.length).toBeLessThanOrEqual(4096)
    for (const { name, value } of embed.fields ?? []) {
      expect([name.length <= 256, value.length <= 1024, name !== '', value !== '']).not.toContain(false)
    }
  })
})
