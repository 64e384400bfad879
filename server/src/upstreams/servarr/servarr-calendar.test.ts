import { expect, it } from 'vitest'
import { posterFrom } from './servarr-calendar.ts'

/** 1/I: a picture is offered by its path only where everybody may read it through the proxy. */
it.each([
  ['/MediaCover/Artists/3/poster.jpg?lastWrite=1', 'MediaCover/Artists/3/poster.jpg'],
  ['/lidarr/MediaCover/Artists/3/poster-250.jpg', 'MediaCover/Artists/3/poster-250.jpg'],
  ['/MediaCover/Albums/9/cover.jpg', 'MediaCover/Albums/9/cover.jpg'],
  ['/MediaCover/Books/120/cover.jpg', 'MediaCover/Books/120/cover.jpg'],
  ['/MediaCover/3/poster.jpg', undefined],
  ['/MediaCover/Artists/0/poster.jpg', undefined],
  ['/MediaCover/Authors/3/poster.jpg', undefined],
])('the picture at %s is offered as %s', (url, manager_path) => {
  expect(posterFrom([{ coverType: 'Poster', url }], 'poster')?.manager_path).toBe(manager_path)
})

it('a picture elsewhere is told beside the path, and none at all is null', () => {
  const url = '/MediaCover/3/poster.jpg'
  const remoteUrl = 'https://images.test/3.jpg'
  expect(posterFrom([{ coverType: 'poster', url, remoteUrl }], 'poster')).toEqual({ remote_url: remoteUrl })
  expect(posterFrom([{ coverType: 'poster', url, remoteUrl }], 'cover')).toBeNull()
  expect(posterFrom([{ coverType: 'poster', url }], 'poster')).toBeNull()
  expect(posterFrom(null, 'poster')).toBeNull()
})
