import { describe, expect, it } from 'vitest'
import type { OutboundRequest, Transport } from '#kit/outbound.ts'
import { createTraktImages } from './trakt-images.ts'

/** Writes down what would be sent; pictures come from https hosts that no test can play. */
async function requestFor(images_url?: string): Promise<OutboundRequest> {
  const sent: OutboundRequest[] = []
  const answer = { status: 404, headers: {}, url: new URL('https://media.trakt.tv/') }
  const external: Transport = {
    send: async request => {
      sent.push(request)
      return { ...answer, bytes: () => Buffer.alloc(0), text: () => '', json: () => expect.unreachable() }
    },
    hold: () => expect.unreachable(),
    stream: () => expect.unreachable(),
  }
  const images = createTraktImages({ external, images_url })
  expect(await images.read('media.trakt.tv', 'images/a.webp')).toBeNull()
  return sent[0] ?? expect.unreachable()
}

describe('where pictures come from (1/4.5, E)', () => {
  it('asks the host itself over https, with no credential', async () => {
    const request = await requestFor()
    expect(request).toMatchObject({
      url: 'https://media.trakt.tv/images/a.webp',
      credential: false,
      max_bytes: 5 * 1024 * 1024,
    })
    expect(Object.keys(request.headers ?? {})).toEqual(['accept'])
  })

  it.each([
    ['https://walter-r2.trakt.tv/images/a.webp', true],
    ['https://media.trakt.tv/elsewhere', true],
    ['http://media.trakt.tv/images/a.webp', false],
    ['https://media.trakt.tv:8443/images/a.webp', false],
    ['https://trakt.tv.evil.example/images/a.webp', false],
    ['https://eviltrakt.tv/images/a.webp', false],
    ['https://169.254.169.254/latest', false],
  ])('follows a redirect to %s: %s', async (target, followed) => {
    const { redirects } = await requestFor()
    expect(typeof redirects === 'function' && redirects(new URL(target))).toBe(followed)
  })

  it('asks the override alone when there is one', async () => {
    expect(await requestFor('http://127.0.0.1:9/cdn')).toMatchObject({
      url: 'http://127.0.0.1:9/cdn/media.trakt.tv/images/a.webp',
      redirects: 'same_origin',
    })
  })
})
