import { expect, it, vi } from 'vitest'
import { coverUrl, portraitUrl } from './cover.ts'

it('loads portraits through this server or not at all', () => {
  vi.stubGlobal('document', { baseURI: 'https://foyer.example/' })
  const own = '/api/instances/in_1/proxy/MediaCover/Books/1/cover.jpg'
  expect(portraitUrl(own)).toBe(coverUrl(own))
  expect(portraitUrl('https://assets.hardcover.app/author/1.jpg')).toMatch(
    /\/api\/discover\/books\/images\/author\/1\.jpg$/,
  )
  expect(portraitUrl('https://elsewhere.example/1.jpg')).toBeUndefined()
  expect(portraitUrl('//elsewhere.example/1.jpg')).toBeUndefined()
  expect(portraitUrl(null)).toBeUndefined()
})
