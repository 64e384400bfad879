import { describe, expect, it } from 'vitest'
import { createCatalogue } from './catalogue.ts'
import { HARBOUR_NINE_TVDB, MOVIE, SHOW } from './fixtures.ts'
import { MOVIE_GENRES, TV_GENRES } from './genres.ts'

const NOW = Date.parse('2026-03-01T12:00:00Z')
const TODAY = '2026-03-01'
const catalogue = createCatalogue('test', NOW)

describe('the shop', () => {
  it('has some hundreds of titles, none twice', () => {
    expect(catalogue.movies.length).toBeGreaterThan(300)
    expect(catalogue.shows.length).toBeGreaterThan(120)
    expect(new Set(catalogue.movies.map(movie => movie.title)).size).toBe(catalogue.movies.length)
    expect(new Set(catalogue.shows.map(show => show.name)).size).toBe(catalogue.shows.length)
    const overviews = [...catalogue.movies, ...catalogue.shows].map(title => title.overview)
    expect(new Set(overviews).size).toBe(overviews.length)
  })

  it('is the same for the same seed and day', () => {
    expect(createCatalogue('test', NOW + 1000)).toBe(catalogue)
    expect(createCatalogue('other', NOW).movies.map(movie => movie.overview)).not.toEqual(
      catalogue.movies.map(movie => movie.overview),
    )
  })

  it('gives every title known genres and unique ids', () => {
    const movieGenres = new Set(MOVIE_GENRES.map(genre => genre.id))
    const tvGenres = new Set(TV_GENRES.map(genre => genre.id))
    expect(catalogue.movies.every(movie => movie.genre_ids.every(id => movieGenres.has(id)))).toBe(true)
    expect(catalogue.shows.every(show => show.genre_ids.every(id => tvGenres.has(id)))).toBe(true)
    const episodes = catalogue.shows.flatMap(show => show.seasons.flatMap(season => season.episodes))
    expect(new Set(episodes.map(episode => episode.id)).size).toBe(episodes.length)
    expect(new Set(catalogue.shows.map(show => show.tvdb_id)).size).toBe(catalogue.shows.length)
    expect(new Set(catalogue.movies.map(movie => movie.imdb_id)).size).toBe(catalogue.movies.length)
  })

  it('lives around the present: past, running and future', () => {
    const releases = catalogue.movies.map(movie => movie.release_date)
    expect(releases.filter(date => date > TODAY).length).toBeGreaterThan(20)
    const running = catalogue.shows.filter(show =>
      show.seasons.some(season => {
        const dates = season.episodes.flatMap(episode => episode.air_date ?? [])
        return dates.some(date => date <= TODAY) && dates.some(date => date > TODAY)
      }),
    )
    expect(running.length).toBeGreaterThan(15)
    expect(catalogue.shows.some(show => show.seasons.some(season => season.air_date === null))).toBe(true)
  })

  it('is not only in English, not all rated, and has performers to hide', () => {
    expect(new Set(catalogue.movies.map(movie => movie.original_language)).size).toBeGreaterThan(8)
    expect(catalogue.people.filter(person => person.adult).length).toBeGreaterThan(2)
    const types = new Set(
      catalogue.movies.flatMap(movie => Object.values(movie.releases).flat()).map(row => row.type),
    )
    expect([...types].sort((a, b) => a - b)).toEqual([1, 2, 3, 4, 5, 6])
  })
})

describe('fixtures', () => {
  it('keeps Harbour Nine where tests expect it', () => {
    const show = catalogue.show(SHOW.harbour_nine)
    expect(show).toMatchObject({ name: 'Harbour Nine', tvdb_id: HARBOUR_NINE_TVDB })
    expect(show?.seasons.map(season => [season.season_number, season.episodes.length])).toEqual([[1, 8]])
    expect(catalogue.showByTvdb(HARBOUR_NINE_TVDB)).toBe(show)
  })

  it('keeps what the names promise', () => {
    const rating = (id: number) =>
      catalogue.movie(id)?.releases['US']?.find(row => row.type === 3)?.certification
    expect(rating(MOVIE.above_pg_cap)).toBe('R')
    expect(rating(MOVIE.unrated)).toBe('NR')
    expect(catalogue.movie(MOVIE.adult)?.adult).toBe(true)
    expect(catalogue.movie(MOVIE.non_english)?.original_language).toBe('ja')
    expect(catalogue.movie(MOVIE.no_poster)?.poster_path).toBeNull()
    expect(catalogue.show(SHOW.without_tvdb)?.tvdb_id).toBeNull()
    expect(catalogue.show(SHOW.unrated)?.content_ratings).toEqual([])
    expect(catalogue.show(SHOW.with_specials)?.seasons.map(season => season.season_number)).toEqual([
      0, 1, 2, 3, 4,
    ])
  })
})
