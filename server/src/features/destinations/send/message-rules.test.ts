import { describe, expect, it } from 'vitest'
import type { AlertRecord } from '#features/notifications/index.ts'
import { textsIn } from '#texts/texts.ts'
import { messageOf, sampleMessage } from './message-rules.ts'

const declined: AlertRecord = {
  id: 7,
  type: 'request_decision',
  audience: { to: 'users', user_ids: [3] },
  data: {
    media_type: 'movie',
    title: 'Dune',
    request_id: 9,
    decision: 'denied',
    reason: 'We have it',
    username: 'mia',
  },
  topic: null,
  parts: [],
  state: 'told',
  created_at: '2026-03-01T12:00:00.000Z',
}
const facts = {
  texts: textsIn('en'),
  server_name: 'Home',
  user_id: 3,
  link_base: 'https://foyer.example.org/base',
  image_url: null,
}

describe('the words for a destination (C64)', () => {
  it('address their owner, with a link to the place', () => {
    expect(messageOf(declined, facts)).toEqual({
      event: 'request_decision',
      language: 'en',
      link_text: 'Open in Home',
      title: 'Your request',
      body: 'Dune was declined: We have it',
      url: 'https://foyer.example.org/base/requests?open=9',
      occurred_at: '2026-03-01T12:00:00.000Z',
      data: declined.data,
    })
  })

  it('tell the household about others, and keep the reason to them', () => {
    const message = messageOf(declined, { ...facts, user_id: null, image_url: 'https://i.example/a.jpg' })
    expect(message).toMatchObject({
      title: 'Request declined',
      body: 'Dune was declined for mia.',
      image_url: 'https://i.example/a.jpg',
    })
    expect(JSON.stringify(message)).not.toContain('We have it')
  })

  it('are in the language of their reader (C58)', () => {
    const message = messageOf(declined, { ...facts, texts: textsIn('de-AT') })
    expect(message).toMatchObject({
      language: 'de',
      link_text: 'In Home öffnen',
      title: 'Dein Wunsch',
      body: 'Dune wurde abgelehnt: We have it',
    })
  })

  it('have no link without an external address', () => {
    expect(messageOf(declined, { ...facts, link_base: null })).not.toHaveProperty('url')
    const now = '2026-03-01T12:00:00.000Z'
    expect(sampleMessage({ ...facts, link_base: null, now })).not.toHaveProperty('url')
  })
})
