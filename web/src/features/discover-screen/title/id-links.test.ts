import { expect, it } from 'vitest'
import { movieLinks, personLinks, showLinks } from './id-links.ts'

it('leads from the ids of a title to its pages elsewhere', () => {
  expect(movieLinks({ id: 7, title: 'Heist', imdb_id: 'tt0133093' }).map(({ url }) => url)).toEqual([
    'https://www.themoviedb.org/movie/7',
    'https://www.imdb.com/title/tt0133093/',
  ])
  const external_ids = { imdb_id: 'tt0944947', tvdb_id: 121_361 }
  expect(showLinks({ id: 8, name: 'Night', external_ids }).map(({ site }) => site)).toEqual([
    'TMDB',
    'IMDb',
    'TheTVDB',
  ])
})

it('leads from a person to their pages elsewhere', () => {
  expect(personLinks({ id: 9, name: 'Ada Vell', imdb_id: 'nm0000123' }).map(({ url }) => url)).toEqual([
    'https://www.themoviedb.org/person/9',
    'https://www.imdb.com/name/nm0000123/',
  ])
  expect(personLinks({ id: 9, name: 'Ada Vell', imdb_id: 'tt0133093' })).toHaveLength(1)
})

it('makes no link of an id that is missing or malformed', () => {
  const sites = movieLinks({ id: 7, title: 'Heist', imdb_id: '../evil' }).map(({ site }) => site)
  expect(sites).toEqual(['TMDB'])
  expect(showLinks({ id: 8, name: 'Night' }).map(({ site }) => site)).toEqual(['TMDB'])
})
