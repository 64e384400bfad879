import { describe, expect, it } from 'vitest'
import { duration, tracksOf } from './tracks.ts'

describe('tracks of a record', () => {
  it('follow the record, disc by disc', () => {
    const rows = [
      { id: 3, title: 'Lantern', trackNumber: '1', mediumNumber: 2, absoluteTrackNumber: 3, hasFile: false },
      { id: 2, title: 'Tide', trackNumber: '2', mediumNumber: 1, absoluteTrackNumber: 2, duration: 201_400 },
      { id: 1, title: 'Cast Off', trackNumber: '1', mediumNumber: 1, absoluteTrackNumber: 1, hasFile: true },
    ]
    expect(tracksOf(rows).map(({ id }) => id)).toEqual([1, 2, 3])
    expect(tracksOf(rows)[1]).toMatchObject({ number: '2', seconds: 201, has_file: false })
  })

  it('leave out what is no track, and survive an answer that is no list', () => {
    expect(tracksOf([{ id: 'x' }, null, { id: 1, title: 'Cast Off' }])).toHaveLength(1)
    expect(tracksOf({ message: 'no' })).toEqual([])
  })

  it('say how long they are', () => {
    expect([7, 187, 3729].map(duration)).toEqual(['0:07', '3:07', '1:02:09'])
  })
})
