import {
  ALBUM,
  dropAfterCommit,
  dropBefore,
  type Fault,
  garbage,
  MOVIE,
  status,
  wrongKey,
} from '@foyer/simulators'
import { describe, expect, it } from 'vitest'
import { systemClock } from '#kit/clock.ts'
import { createOutbound } from '#kit/outbound.ts'
import { afterTest, shareAmongTests } from '#test/engines.ts'
import { startSimulators } from '#test/managers.ts'
import { createLidarrActions } from '../lidarr/lidarr-actions.ts'
import { createRadarrActions } from '../radarr/radarr-actions.ts'

const signal = new AbortController().signal
const DELETE = 'DELETE /api/v3/moviefile/bulk'
const FAIL = 'POST /api/v3/history/failed/:id'

describe('deleting files and blocking their release (servarr-common.md, 6)', () => {
  const shared = shareAmongTests(async () => {
    const { radarr, lidarr } = await startSimulators({ products: ['radarr', 'lidarr'] })
    const outbound = createOutbound({ clock: systemClock, external_proxy: () => null, user_agent: 'test' })
    afterTest(() => outbound.destroy())
    const movie = radarr.addMovie(MOVIE.requested)
    const movies = createRadarrActions(outbound.internal)
    const music = createLidarrActions(outbound.internal)
    return { radarr, lidarr, movie, movies, music }
  })

  /** A movie whose file was downloaded. */
  function open() {
    const opened = shared()
    const { radarr, movie } = opened
    radarr.stockIndexers(false)
    const { download_id, release } = radarr.startDownload(movie.id)
    radarr.finishDownload(download_id)
    const file_id = movie.file?.id ?? 0
    return { ...opened, release, file_id }
  }

  it('knows which grab a file came from', async () => {
    const { movies, radarr, movie, release, file_id } = open()
    const [file] = await movies.removableFiles(radarr, movie.id, signal)
    expect(file).toMatchObject({ file_id, episode_ids: [], grab: { release: release.title } })
    expect(file?.name).toMatch(/^[^/]+\.mkv$/)
    await movies.deleteFiles(radarr, [file_id])
    expect(await movies.removableFiles(radarr, movie.id, signal)).toEqual([])
    const before = radarr.blocklist().length
    expect(await movies.blockGrab(radarr, file?.grab?.history_id ?? 0)).toBe('blocked')
    expect(radarr.blocklist()).toHaveLength(before + 1)
    expect(await movies.blockGrab(radarr, 999_999)).toBe('gone')
  })

  it('finds the grab by the path where the history names no file, and none for a found file', async () => {
    const { music, lidarr } = open()
    const album = lidarr.addAlbum(ALBUM.night_ferry)
    const { download_id, release } = lidarr.startDownload(album.id)
    lidarr.finishDownload(download_id)
    for (const row of lidarr.history()) delete row.data['fileId']
    const files = await music.removableFiles(lidarr, album.id, signal)
    expect(files.length).toBeGreaterThan(1)
    expect(new Set(files.map(file => file.grab?.release))).toEqual(new Set([release.title]))
    // Without the import, nothing says where the files came from.
    for (const row of lidarr.history()) delete row.data['importedPath']
    const unknown = await music.removableFiles(lidarr, album.id, signal)
    expect(unknown.map(file => file.grab)).toEqual(files.map(() => null))
  })

  it.each<[string, Fault, object, boolean]>([
    ['cut after it was done', dropAfterCommit(), { kind: 'outcome_unknown' }, true],
    ['cut before', dropBefore(), { kind: 'outcome_unknown' }, false],
    ['something else in between', garbage('html'), { kind: 'outcome_unknown' }, true],
    ['a wrong key', wrongKey(), { kind: 'rejected_key' }, false],
    ['an error', status(500), { kind: 'bad_answer', status: 500 }, false],
  ])('sends a deletion once: %s', async (_, fault, thrown, isGone) => {
    const { movies, radarr, movie, file_id } = open()
    radarr.journal.clear()
    radarr.faults.next(DELETE, fault)
    await expect(movies.deleteFiles(radarr, [file_id])).rejects.toMatchObject(thrown)
    expect(movie.file === null).toBe(isGone)
    expect(radarr.journal.requests(DELETE).map(one => one.body)).toEqual([{ movieFileIds: [file_id] }])
  })

  it('does not take a history that cannot be read for an empty one', async () => {
    const { movies, radarr, movie } = open()
    radarr.faults.next('GET /api/v3/history/movie', garbage())
    await expect(movies.removableFiles(radarr, movie.id, signal)).rejects.toMatchObject({
      kind: 'bad_answer',
    })
    radarr.journal.clear()
    radarr.faults.next(FAIL, dropBefore())
    await expect(movies.blockGrab(radarr, 1)).rejects.toMatchObject({ kind: 'outcome_unknown' })
    expect(radarr.journal.requests(FAIL)).toHaveLength(1)
  })
})
