import { expect, it } from 'vitest'
import { unsafeForReporter } from './reporter-text-rules.ts'

it.each([
  ['The copy has no German sound. I look for a better one.', null],
  ['Season 2, episode 3 is missing; it was broken off at 45.5 %.', null],
  ['It is in your movies. Please try again.', null],
  ['Version 1.2.3 is on its way.', null],
  ['I found Low.Water.2021.1080p.WEB-DL.x264-GRP in the queue.', 'It names a file or a release.'],
  ['The file "Low Water.mkv" is broken.', 'It names a file or a release.'],
  ['See http://radarr.local for more.', 'It names an address or a folder.'],
  ['It runs on 192.168.1.20.', 'It names an address or a folder.'],
  ['It lies in /data/movies/Low Water.', 'It names an address or a folder.'],
  ['It lies in C:\\media.', 'It names an address or a folder.'],
  ['movies 4k has no space left.', 'It names a library.'],
])('what a reporter may be shown: %s', (text, expected) => {
  expect(unsafeForReporter(text, ['Movies', 'Movies 4K'])).toBe(expected)
})
