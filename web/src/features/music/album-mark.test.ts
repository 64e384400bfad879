import type { MusicTitle } from '@foyer/contract/music-library'
import { describe, expect, it } from 'vitest'
import { byAlbum, markOf } from './album-mark.ts'

function record(album_id: number, status: MusicTitle['status'], foreign_album_id = 'one'): MusicTitle {
  return {
    album_id,
    foreign_album_id,
    artist_id: 1,
    foreign_artist_id: 'a',
    title: 'Night Ferry',
    artist: 'The Quay',
    year: 2023,
    release_type: 'Album',
    status,
    status_known: true,
    progress: 0,
    monitored: true,
    downloaded: false,
    track_count: 10,
    track_file_count: 0,
    cover: null,
  }
}

describe('marks of albums', () => {
  it('1/4.11 shows the better one of two records of a release group', () => {
    const found = byAlbum([record(1, 'requested'), record(2, 'available'), record(3, 'unavailable', 'two')])
    expect(found.get('one')?.album_id).toBe(2)
    expect(found.get('two')?.album_id).toBe(3)
    expect(byAlbum([record(2, 'available'), record(1, 'partial')]).get('one')?.album_id).toBe(2)
  })

  it('shows the download progress, and nothing for an album no library has', () => {
    expect(markOf({ status: 'downloading', status_known: true, progress: 40 })).toEqual({
      status: 'downloading',
      facts: { share: 0.4 },
    })
    expect(markOf(undefined)).toBeUndefined()
  })

  it('1:4.8.8 shows unknown as unknown, never as absent', () => {
    expect(markOf({ status: 'unavailable', status_known: false, progress: 0 })?.status).toBe('unknown')
  })
})
