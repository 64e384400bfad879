import { describe, expect, it } from 'vitest'
import { playerUrl, videosOf } from './videos.ts'

const video = (type: string, key: string, { site = 'YouTube', official = false } = {}) => ({
  type,
  site,
  key,
  official,
  name: type,
})

describe('videosOf', () => {
  it('starts with an official trailer, then other trailers, teasers, and the rest', () => {
    const results = [
      video('Bloopers', 'e'),
      video('Teaser', 'd'),
      video('Trailer', 'b'),
      video('Trailer', 'a', { official: true }),
      video('Clip', 'c'),
    ]
    expect(videosOf({ results }).map(({ key }) => key)).toEqual(['a', 'b', 'd', 'c', 'e'])
  })

  it('leaves out other sites, and keys that would change the address', () => {
    const results = [video('Trailer', 'a', { site: 'Vimeo' }), video('Trailer', '../evil?x=')]
    expect(videosOf({ results })).toEqual([])
    expect(videosOf(undefined)).toEqual([])
  })
})

it('plays without cookies', () => {
  expect(playerUrl({ key: 'dQw4', name: '', type: 'Trailer' })).toBe(
    'https://www.youtube-nocookie.com/embed/dQw4?autoplay=1&rel=0',
  )
})
