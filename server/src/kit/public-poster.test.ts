import { expect, it } from 'vitest'
import { publicPoster } from './public-poster.ts'

it.each([
  ['/aB-1_c.jpg', 'https://image.example/t/p', 'https://image.example/t/p/w342/aB-1_c.jpg'],
  ['/aB-1_c.jpg', 'http://mirror.lan/t/p', null],
  ['/../secret.jpg', 'https://image.example/t/p', null],
  ['https://elsewhere.example/a.jpg', 'https://image.example/t/p', null],
  [null, 'https://image.example/t/p', null],
])('%s at %s', (path, image_url, address) => expect(publicPoster(path, image_url)).toBe(address))
