import { ALBUM, BOOK, dropAfterCommit, HARBOUR_NINE_TVDB, MOVIE, status } from '@foyer/simulators'
import { describe, expect, it } from 'vitest'
import {
  ABOUT,
  type Acting,
  approve,
  buildActing,
  libraryOf,
  showAction,
  wanted,
} from '#test/agent-actions.ts'
import { expectOk } from '#test/calls.ts'
import { shareAmongTests } from '#test/engines.ts'

const FAILED = 'POST /api/v3/history/failed/:id'
const DELETE_MOVIE_FILES = 'DELETE /api/v3/moviefile/bulk'
const signal = new AbortController().signal

/** Lets the movie be downloaded, so that the history knows the release. */
function downloadMovie({ radarr }: Acting) {
  const movie = radarr.movie(MOVIE.requested) ?? radarr.addMovie(MOVIE.requested)
  const { download_id, release } = radarr.startDownload(movie.id, { quality: 'Bluray-1080p' })
  radarr.finishDownload(download_id)
  return { movie, release }
}

describe('files that an approved action deletes (2:4.9)', () => {
  const shared = shareAmongTests(() => buildActing())
  const movieIssue = ({ agent, instance_ids }: Acting) =>
    agent.issue('movie', instance_ids.movies, ABOUT.movie)

  function open() {
    const world = shared()
    const { radarr, sonarr } = world
    radarr.stockIndexers(false)
    sonarr.stockIndexers(false)
    radarr.journal.clear()
    return world
  }

  it('are those of the movie alone, without a block unless it was approved', async () => {
    const world = open()
    const { agent, asAdmin, radarr } = world
    radarr.addMovie(MOVIE.with_file, { file: 'WEBDL-1080p' })
    const { movie } = downloadMovie(world)
    const blocked = radarr.blocklist().length
    const id = await agent.propose(await movieIssue(world), wanted('delete_media_files', {}))
    expect(await showAction(asAdmin, id)).toMatchObject({
      risk: 'high',
      params: { media_type: 'movie', tmdb_id: MOVIE.requested, episodes: [], blocklist: false },
    })
    expect(movie.file).not.toBeNull()
    expect(expectOk(await approve(asAdmin, id))).toMatchObject({
      status: 'executed',
      result_text: 'Movies deleted 1 file.',
    })
    expect(movie.file).toBeNull()
    expect(radarr.movie(MOVIE.with_file)?.file).not.toBeNull()
    expect(radarr.blocklist()).toHaveLength(blocked)
    expect(radarr.journal.requests(FAILED)).toEqual([])
  })

  it('take their release with them when that was approved', async () => {
    const world = open()
    const { agent, asAdmin, radarr } = world
    const { movie, release } = downloadMovie(world)
    const id = await agent.propose(await movieIssue(world), wanted('delete_media_files', { blocklist: true }))
    expect(expectOk(await approve(asAdmin, id))).toMatchObject({ status: 'executed' })
    expect(movie.file).toBeNull()
    expect(radarr.blocklist()).toContain(release.title)
  })

  it('stay when the history does not know where they came from', async () => {
    const world = open()
    const { agent, asAdmin, radarr, instance_ids } = world
    const movie = radarr.addMovie(MOVIE.unmonitored, { file: 'WEBDL-1080p' })
    const issue = await agent.issue('movie', instance_ids.movies, { tmdb_id: MOVIE.unmonitored })
    const block = wanted('delete_media_files', { blocklist: true })
    await expect(agent.proposals.prepare(issue, block, signal)).rejects.toThrow(
      'Propose it without blocklist',
    )
    const id = await agent.propose(issue, wanted('delete_media_files', {}))
    // An admin cannot have it both ways either.
    expect(expectOk(await approve(asAdmin, id, { override: { blocklist: true } }))).toMatchObject({
      status: 'failed',
      result_text: expect.stringContaining('Nothing was deleted'),
    })
    expect(movie.file).not.toBeNull()
    expect(radarr.journal.requests(DELETE_MOVIE_FILES)).toEqual([])
    const empty = await agent.issue('movie', instance_ids.movies, {
      tmdb_id: radarr.addMovie(MOVIE.upcoming).tmdb_id,
    })
    await expect(agent.proposals.prepare(empty, wanted('delete_media_files', {}), signal)).rejects.toThrow(
      'no files',
    )
  })

  it('are gone although the release could not be blocked, which is said', async () => {
    const world = open()
    const { agent, asAdmin, radarr } = world
    const { movie } = downloadMovie(world)
    radarr.faults.next(FAILED, status(401))
    const id = await agent.propose(await movieIssue(world), wanted('delete_media_files', { blocklist: true }))
    expect(expectOk(await approve(asAdmin, id))).toMatchObject({
      status: 'failed',
      result_text: expect.stringContaining('may be grabbed again'),
    })
    expect(movie.file).toBeNull()
  })

  it('are found gone when the answer was lost', async () => {
    const world = open()
    const { agent, asAdmin, radarr } = world
    downloadMovie(world)
    radarr.faults.next(DELETE_MOVIE_FILES, dropAfterCommit())
    const id = await agent.propose(await movieIssue(world), wanted('delete_media_files', {}))
    expect(expectOk(await approve(asAdmin, id))).toMatchObject({
      status: 'executed',
      result_text: expect.stringContaining('library shows'),
    })
    expect(radarr.journal.requests(DELETE_MOVIE_FILES)).toHaveLength(1)
  })

  it('are those of the episodes alone, and of all that share a file', async () => {
    const { agent, asAdmin, sonarr, instance_ids } = open()
    const series = sonarr.addSeries(HARBOUR_NINE_TVDB)
    const [first, second, third] = sonarr.episodes(series.id, 1)
    if (!first || !second || !third) throw new Error('too few episodes')
    const pack = sonarr.startDownload(series.id, [first.id, second.id, third.id])
    sonarr.finishDownload(pack.download_id)
    const files = () => sonarr.episodes(series.id, 1).map(one => one.file_id > 0)
    const about = { ...ABOUT.tv, season_number: 1, episode_number: 1 }
    const one = await agent.issue('tv', instance_ids.series, about)
    const tooMuch = wanted('delete_media_files', { season: 1, episodes: [1, 2] })
    await expect(agent.proposals.prepare(one, tooMuch, signal)).rejects.toThrow('title of its issue')
    const id = await agent.propose(one, wanted('delete_media_files', { blocklist: true }))
    expect(await showAction(asAdmin, id)).toMatchObject({ params: { season: 1, episodes: [1] } })
    expect(expectOk(await approve(asAdmin, id))).toMatchObject({ status: 'executed' })
    expect(files().slice(0, 3)).toEqual([false, true, true])
    expect(sonarr.blocklist()).toContain(pack.release.title)

    // One file of two episodes: the admin sees both.
    sonarr.deleteFile(third.file_id)
    third.file_id = second.file_id
    const other = await agent.issue('tv', instance_ids.series, { ...about, episode_number: 2 })
    const both = await agent.propose(other, wanted('delete_media_files', {}))
    expect(await showAction(asAdmin, both)).toMatchObject({ params: { season: 1, episodes: [2, 3] } })
    expect(expectOk(await approve(asAdmin, both))).toMatchObject({ status: 'executed' })
    expect(files().slice(0, 3)).toEqual([false, false, false])
  })

  it.each(['book', 'music'] as const)('are those of one %s', async type => {
    const world = open()
    const { agent, asAdmin, chaptarr, lidarr } = world
    const book = chaptarr.book(BOOK.tidewater, 'ebook') ?? chaptarr.addBook(BOOK.tidewater)
    const album = lidarr.album(ALBUM.night_ferry) ?? lidarr.addAlbum(ALBUM.night_ferry)
    const manager = type === 'book' ? chaptarr : lidarr
    const download = type === 'book' ? chaptarr.startDownload(book.id) : lidarr.startDownload(album.id)
    manager.finishDownload(download.download_id)
    const isMissing = () => (type === 'book' ? chaptarr.isMissing(book.id) : lidarr.isMissing(album.id))
    expect(isMissing()).toBe(false)
    const record = type === 'book' ? { book_id: book.id } : { album_id: album.id }
    const issue = await agent.issue(type, libraryOf(world, type), ABOUT[type])
    const id = await agent.propose(issue, wanted('delete_media_files', { ...record, blocklist: true }))
    expect(expectOk(await approve(asAdmin, id))).toMatchObject({ status: 'executed' })
    expect(isMissing()).toBe(true)
    expect(manager.blocklist()).toContain(download.release.title)
  })
})
