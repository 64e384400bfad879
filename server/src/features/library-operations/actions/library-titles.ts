import type { InstanceRecord, Inventory } from '#features/instances/index.ts'
import type { TvMatches } from '#features/tv-matches/index.ts'
import type { Clock } from '#kit/clock.ts'
import { Refusal } from '#kit/refusal.ts'
import type { SeriesShelf, ShelfEpisode } from '#ports/courier-series.ts'
import type { Connection } from '#ports/instance-connection.ts'
import type {
  BookActions,
  FileRemovals,
  FoundRelease,
  GrabAnswer,
  ManagerActions,
  MovieActions,
  MusicActions,
  RemovableFile,
  SeriesActions,
  SeriesReleaseTarget,
  SeriesTarget,
  StartedCommand,
} from '#ports/manager-actions.ts'
import type { MovieLibrary } from '#ports/movie-library.ts'
import type { ManagerSelection } from '../manager-selection.ts'
import type { ActionContext, Actor } from './action-context.ts'
import type { FileScope } from './file-actions.ts'
import { episodeNumbersIn, filesOfEpisodes } from './file-scope-rules.ts'
import { type CheckedScope, checkScope, type TitleScope } from './scope-rules.ts'
import { airedEpisodes, episodeIn, librarySeason } from './series-scope-rules.ts'

export interface Managers {
  movie: MovieActions
  tv: SeriesActions
  book: BookActions
  music: MusicActions
}

export interface LibraryTitlesParts {
  clock: Clock
  selection: Pick<ManagerSelection, 'select'>
  inventory: Pick<Inventory, 'connectionOf'>
  managers: Managers
  movies: Pick<MovieLibrary, 'find'>
  series: Pick<SeriesShelf, 'find' | 'episodes'>
  tv_matches: Pick<TvMatches, 'resolve'>
}

/** A title in one library. */
interface Found {
  instance: InstanceRecord
  connection: Connection
  name: string
}

export interface Searchable extends Found {
  startSearch(): Promise<StartedCommand>
  hasStarted(since: string, signal: AbortSignal): Promise<boolean>
}

export interface Rescannable extends Found {
  startRescan(): Promise<StartedCommand>
  hasStarted(since: string, signal: AbortSignal): Promise<boolean>
}

export interface WithFiles extends Found {
  manager: FileRemovals
  files: RemovableFile[]
  /** Of a season: all episodes that these files hold. Empty elsewhere. */
  episode_numbers: number[]
}

export interface WithReleases extends Found {
  /** The same for the same scope of the same library. */
  key: string
  releases(signal: AbortSignal): Promise<FoundRelease[]>
  grab(release: Pick<FoundRelease, 'guid' | 'indexer_id'>): Promise<GrabAnswer>
}

type TvScope = Extract<CheckedScope, { media_type: 'tv' }>

/** Finds what an action is about in the libraries. A library that cannot be read is never skipped. */
export function createLibraryTitles(parts: LibraryTitlesParts) {
  const { clock, selection, inventory, managers, movies, series, tv_matches } = parts

  const librariesFor = ({ media_type, instance_id }: TitleScope, actor: Actor) =>
    selection.select({ caller: actor, media_type, instance_id })

  async function findMovie(scope: TitleScope, tmdb_id: number, { actor, signal }: ActionContext) {
    for (const instance of await librariesFor(scope, actor)) {
      const connection = inventory.connectionOf(instance)
      const movie = await movies.find(connection, tmdb_id, signal)
      if (movie)
        return { instance, connection, movie_id: movie.record_id, name: movie.title ?? `Movie ${tmdb_id}` }
    }
    throw notThere('movie')
  }

  async function findSeries(scope: TitleScope, tmdb_id: number, { actor, signal }: ActionContext) {
    let problem: Refusal = notThere('show')
    for (const instance of await librariesFor(scope, actor)) {
      const connection = inventory.connectionOf(instance)
      const match = await tv_matches.resolve(tmdb_id, instance, signal)
      if (match.tvdb_id === undefined) {
        problem = new Refusal('conflict', { error: match.message ?? 'This show is not matched to a series.' })
        continue
      }
      const found = await series.find(connection, match.tvdb_id, signal)
      const name = match.title ?? match.target_title ?? `Show ${tmdb_id}`
      if (found) return { instance, connection, series_id: found.record_id, match, name }
    }
    throw problem
  }

  type SeriesFound = Awaited<ReturnType<typeof findSeries>>

  async function episodesOf(
    { connection, series_id }: SeriesFound,
    signal: AbortSignal,
  ): Promise<ShelfEpisode[]> {
    const episodes = await series.episodes(connection, series_id, signal)
    if (episodes.length === 0)
      throw new Refusal('conflict', {
        error: 'The library does not know the episodes of this show yet. Try again in a few minutes.',
      })
    return episodes
  }

  async function findRecord<Target>(
    scope: TitleScope,
    target: Target,
    manager: { nameOf(connection: Connection, target: Target, signal: AbortSignal): Promise<string | null> },
    { actor, signal }: ActionContext,
  ): Promise<Found> {
    const found: Found[] = []
    for (const instance of await librariesFor(scope, actor)) {
      const connection = inventory.connectionOf(instance)
      const name = await manager.nameOf(connection, target, signal)
      if (name !== null) found.push({ instance, connection, name })
    }
    const [first, second] = found
    if (!first) throw notThere('record')
    // Each library numbers its records by itself: the same id is another title, and guessing could act on the wrong one.
    if (second)
      throw new Refusal('conflict', {
        error: `This id is "${first.name}" in ${first.instance.name} and "${second.name}" in ${second.instance.name}. Nothing was done: act in the library itself.`,
      })
    return first
  }

  async function seriesTarget(
    found: SeriesFound,
    scope: TvScope,
    signal: AbortSignal,
  ): Promise<SeriesTarget> {
    const { series_id, match } = found
    const season_number = scope.season === null ? null : librarySeason(match, scope.season)
    if (scope.episode !== null && season_number !== null) {
      const episode = episodeIn(await episodesOf(found, signal), match, { ...scope, season_number })
      if (scope.aired_only && airedEpisodes([episode], clock.now()).length === 0) throw nothingAired()
      return { kind: 'episodes', episode_ids: [episode.record_id] }
    }
    if (scope.aired_only) {
      const all = await episodesOf(found, signal)
      const wanted = all.filter(
        one => one.monitored && (season_number === null || one.season_number === season_number),
      )
      const aired = airedEpisodes(wanted, clock.now())
      if (aired.length === 0) throw nothingAired()
      return { kind: 'episodes', episode_ids: aired.map(one => one.record_id) }
    }
    return season_number === null
      ? { kind: 'series', series_id }
      : { kind: 'season', series_id, season_number }
  }

  async function releaseTarget(
    found: SeriesFound,
    scope: TvScope,
    signal: AbortSignal,
  ): Promise<SeriesReleaseTarget> {
    if (scope.season === null)
      throw new Refusal('validation', { fields: { season: 'Required to search releases of a show.' } })
    const season_number = librarySeason(found.match, scope.season)
    if (scope.episode === null) return { kind: 'season', series_id: found.series_id, season_number }
    const { record_id } = episodeIn(await episodesOf(found, signal), found.match, { ...scope, season_number })
    return { kind: 'episode', episode_id: record_id }
  }

  function withReleases<Release>(
    found: Found,
    manager: ManagerActions<never, Release>,
    target: Release,
  ): WithReleases {
    const { instance, connection, name } = found
    return {
      instance,
      connection,
      name,
      key: JSON.stringify([instance.id, instance.updated_at, target]),
      releases: signal => manager.releases(connection, target, signal),
      grab: release => manager.grab(connection, release),
    }
  }

  function searchable<Target>(
    found: Found,
    manager: ManagerActions<Target, never>,
    search: Target,
  ): Searchable {
    const { connection } = found
    return {
      ...found,
      startSearch: () => manager.startSearch(connection, search),
      hasStarted: (since, signal) => manager.hasStarted(connection, { search }, since, signal),
    }
  }

  function rescannable(found: Found, manager: ManagerActions<never, never>, rescan: number): Rescannable {
    const { connection } = found
    return {
      ...found,
      startRescan: () => manager.startRescan(connection, rescan),
      hasStarted: (since, signal) => manager.hasStarted(connection, { rescan }, since, signal),
    }
  }

  async function filesOfSeries(
    asked: FileScope,
    tmdb_id: number,
    context: ActionContext,
  ): Promise<WithFiles> {
    const found = await findSeries(asked, tmdb_id, context)
    const { connection, series_id, match } = found
    const manager = managers.tv
    const all = await manager.removableFiles(connection, series_id, context.signal)
    if (asked.season === undefined) return { ...found, manager, files: all, episode_numbers: [] }
    const season_number = librarySeason(match, asked.season)
    const episodes = await episodesOf(found, context.signal)
    const of_season = episodes.filter(one => one.season_number === season_number)
    const named = (asked.episodes ?? []).map(episode =>
      episodeIn(of_season, match, { season: asked.season ?? null, episode, season_number }),
    )
    const files = filesOfEpisodes(all, named.length > 0 ? named : of_season)
    const part = named.length > 0 ? ` episode ${(asked.episodes ?? []).join(', ')}` : ''
    const name = `${found.name}, season ${asked.season}${part}`
    return { ...found, name, manager, files, episode_numbers: episodeNumbersIn(files, of_season) }
  }

  return {
    async toSearch(asked: TitleScope, context: ActionContext): Promise<Searchable> {
      const scope = checkScope(asked)
      if (scope.media_type === 'movie') {
        const found = await findMovie(asked, scope.tmdb_id, context)
        return searchable(found, managers.movie, { kind: 'movie', movie_id: found.movie_id })
      }
      if (scope.media_type === 'tv') {
        const found = await findSeries(asked, scope.tmdb_id, context)
        const target = await seriesTarget(found, scope, context.signal)
        return searchable({ ...found, name: `${found.name}${describe(scope)}` }, managers.tv, target)
      }
      if (scope.media_type === 'book') {
        const found = await findRecord(asked, scope.target, managers.book, context)
        return searchable(found, managers.book, scope.target)
      }
      const found = await findRecord(asked, scope.target, managers.music, context)
      return searchable(found, managers.music, scope.target)
    },

    async toRescan(asked: TitleScope, context: ActionContext): Promise<Rescannable> {
      const scope = checkScope(asked)
      if (scope.media_type === 'movie') {
        const found = await findMovie(asked, scope.tmdb_id, context)
        return rescannable(found, managers.movie, found.movie_id)
      }
      if (scope.media_type === 'tv') {
        const found = await findSeries(asked, scope.tmdb_id, context)
        return rescannable(found, managers.tv, found.series_id)
      }
      if (scope.media_type === 'book') {
        if (scope.target.kind === 'book') throw onlyWhole('author_id')
        const { author_id } = scope.target
        const found = await findRecord(asked, scope.target, managers.book, context)
        return rescannable(found, managers.book, author_id)
      }
      if (scope.target.kind === 'album') throw onlyWhole('artist_id')
      const { artist_id } = scope.target
      const found = await findRecord(asked, scope.target, managers.music, context)
      return rescannable(found, managers.music, artist_id)
    },

    async withFiles(asked: FileScope, context: ActionContext): Promise<WithFiles> {
      const { episodes: _episodes, ...title } = asked
      const scope = checkScope(title)
      const { signal } = context
      if (scope.media_type === 'tv') return filesOfSeries(asked, scope.tmdb_id, context)
      if (scope.media_type === 'movie') {
        const found = await findMovie(asked, scope.tmdb_id, context)
        const files = await managers.movie.removableFiles(found.connection, found.movie_id, signal)
        return { ...found, manager: managers.movie, files, episode_numbers: [] }
      }
      if (scope.media_type === 'book') {
        if (scope.target.kind === 'author') throw onlyOne('book_id')
        const found = await findRecord(asked, scope.target, managers.book, context)
        const files = await managers.book.removableFiles(found.connection, scope.target.book_id, signal)
        return { ...found, manager: managers.book, files, episode_numbers: [] }
      }
      if (scope.target.kind === 'artist') throw onlyOne('album_id')
      const found = await findRecord(asked, scope.target, managers.music, context)
      const files = await managers.music.removableFiles(found.connection, scope.target.album_id, signal)
      return { ...found, manager: managers.music, files, episode_numbers: [] }
    },

    async withReleases(asked: TitleScope, context: ActionContext): Promise<WithReleases> {
      const scope = checkScope(asked)
      if (scope.media_type === 'movie') {
        const found = await findMovie(asked, scope.tmdb_id, context)
        return withReleases(found, managers.movie, { kind: 'movie', movie_id: found.movie_id })
      }
      if (scope.media_type === 'tv') {
        const found = await findSeries(asked, scope.tmdb_id, context)
        const target = await releaseTarget(found, scope, context.signal)
        return withReleases({ ...found, name: `${found.name}${describe(scope)}` }, managers.tv, target)
      }
      if (scope.media_type === 'book') {
        const found = await findRecord(asked, scope.target, managers.book, context)
        return withReleases(found, managers.book, scope.target)
      }
      const found = await findRecord(asked, scope.target, managers.music, context)
      return withReleases(found, managers.music, scope.target)
    },
  }
}

export type LibraryTitles = ReturnType<typeof createLibraryTitles>

function describe({ season, episode, aired_only }: TvScope): string {
  const part =
    season === null ? '' : episode === null ? `, season ${season}` : `, season ${season} episode ${episode}`
  return aired_only && episode === null ? `${part}, aired episodes` : part
}

function notThere(what: string): Refusal {
  return new Refusal('not_found', {
    error: `No library has this ${what}. Check the id, or request the title first.`,
  })
}

function nothingAired(): Refusal {
  return new Refusal('conflict', {
    error: 'No monitored episode of this scope has aired yet, so there is nothing to search for.',
  })
}

function onlyWhole(field: string): Refusal {
  return new Refusal('validation', {
    fields: { [field]: 'The files are compared for everything at once. Give this id instead.' },
  })
}

function onlyOne(field: string): Refusal {
  return new Refusal('validation', { fields: { [field]: 'Required: files are deleted for one title only.' } })
}
