import { describe, expect, it } from 'vitest'
import { duration, listedTracks, tracksOf } from './tracks.ts'

describe('tracks of an album', () => {
  it('are in album order, disc by disc', () => {
    const rows = [
      { id: 3, title: 'Lantern', trackNumber: '1', mediumNumber: 2, absoluteTrackNumber: 3, hasFile: false },
      { id: 2, title: 'Tide', trackNumber: '2', mediumNumber: 1, absoluteTrackNumber: 2, duration: 201_400 },
      { id: 1, title: 'Cast Off', trackNumber: '1', mediumNumber: 1, absoluteTrackNumber: 1, hasFile: true },
    ]
    expect(tracksOf(rows).map(({ id }) => id)).toEqual([1, 2, 3])
    expect(tracksOf(rows)[1]).toMatchObject({ number: '2', seconds: 201, has_file: false })
  })

  it('leave out anything that is not a track, and tolerate an answer that is not a list', () => {
    expect(tracksOf([{ id: 'x' }, null, { id: 1, title: 'Cast Off' }])).toHaveLength(1)
    expect(tracksOf({ message: 'no' })).toEqual([])
  })

  it('come from the catalogue if no library has them', () => {
    const listed = listedTracks([
      { disc: 1, number: 'A1', title: 'Cast Off', length_ms: 201_400 },
      { disc: 2, number: 'B1', title: 'Tide' },
    ])
    expect(listed).toMatchObject([
      { number: 'A1', medium: 1, seconds: 201, has_file: false },
      { number: 'B1', medium: 2, seconds: undefined, file_id: undefined },
    ])
    expect(new Set(listed.map(({ id }) => id)).size).toBe(2)
  })

  it('say how long they are', () => {
    expect([7, 187, 3729].map(duration)).toEqual(['0:07', '3:07', '1:02:09'])
  })
})
