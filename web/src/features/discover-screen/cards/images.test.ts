import { describe, expect, it } from 'vitest'
import { sourcesOf } from './images.ts'

describe('1/4.2 pictures of the metadata provider', () => {
  it('appends size and path to the base', () => {
    const sources = sourcesOf('https://image.tmdb.org/t/p', '/a.jpg', 'poster', 'row')
    expect(sources?.src).toBe('https://image.tmdb.org/t/p/w342/a.jpg')
    expect(sources?.srcSet).toContain('https://image.tmdb.org/t/p/w780/a.jpg 780w')
  })

  it('names a portrait by its height and gives its width', () => {
    expect(sourcesOf('https://img/', '/b.jpg', 'profile', 'row')?.srcSet).toContain(
      'https://img/h632/b.jpg 421w',
    )
  })

  it('is undefined without a base or a path', () => {
    expect(sourcesOf(undefined, '/a.jpg', 'poster', 'row')).toBeUndefined()
    expect(sourcesOf('https://img', null, 'poster', 'row')).toBeUndefined()
  })
})
