import { describe, expect, it } from 'vitest'
import type { Message } from '#ports/message-sender.ts'
import { composeContent } from './mail-content.ts'

const message = (change: Partial<Message> = {}): Message => ({
  event: 'request_approved',
  title: 'Dune was approved',
  body: 'It is on its way.',
  occurred_at: '2026-03-01T12:00:00.000Z',
  data: {},
  ...change,
})

describe('the parts of an e-mail', () => {
  it('escape everything that came from outside', () => {
    const nasty = `<img src=x onerror=alert(1)> & "quoted" 'too'`
    const { html } = composeContent(
      message({
        title: nasty,
        body: nasty,
        fields: [{ name: nasty, value: nasty }],
        url: 'https://foyer.example.org/?a="><script>&b=1',
        image_url: 'https://images.example.org/"onload="x.jpg',
      }),
      `Mia's <b>home</b>`,
    )
    expect(html).not.toMatch(/<img src=x|<script|<b>|onload="x|"quoted"/)
    expect(html).toContain('&lt;img src=x onerror=alert(1)&gt; &amp; &quot;quoted&quot; &#39;too&#39;')
    expect(html).toContain('href="https://foyer.example.org/?a=&quot;&gt;&lt;script&gt;&amp;b=1"')
  })

  it('link to web addresses only', () => {
    const { html } = composeContent(message({ url: 'javascript:alert(1)', image_url: 'data:x' }), 'Foyer')
    expect(html).not.toMatch(/href=|src=|javascript:|data:/)
  })

  it('have one line for a subject, however it was written', () => {
    const { subject } = composeContent(
      message({ title: 'Dune\r\nBcc: eve@example.org\u2028 is\there' }),
      'Foyer',
    )
    expect(subject).toBe('Dune Bcc: eve@example.org is here')
    expect(composeContent(message({ title: 'x'.repeat(400) }), 'Foyer').subject).toHaveLength(150)
  })

  it('name what the button does', () => {
    const url = 'https://foyer.example.org/x'
    expect(composeContent(message({ url }), 'Home').html).toContain('>Open in Home</a>')
    expect(
      composeContent(message({ url, link_text: 'Adresse <bestätigen>', language: 'de' }), 'Home').html,
    ).toContain('>Adresse &lt;bestätigen&gt;</a>')
  })

  it('keep line breaks, and leave out what is not there', () => {
    const { text, html } = composeContent(message({ body: 'One.\nTwo.' }), 'Home')
    expect(text).toBe('Dune was approved\n\nOne.\nTwo.\n\n-- \nHome\n')
    expect(html).toContain('One.<br>Two.')
    expect(html).not.toContain('<a ')
  })
})
