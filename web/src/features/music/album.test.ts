import type { MusicItem } from '@foyer/contract/discover-music'
import { describe, expect, it } from 'vitest'
import { byType, unique, yearOf } from './album.ts'

function item(foreign_id: string, release_type: MusicItem['release_type'], release_date?: string): MusicItem {
  return {
    foreign_id,
    title: 'Night Ferry',
    artist: 'The Quay',
    artists: [],
    release_type,
    ...(release_date && { release_date }),
  }
}

describe('albums of the catalogue', () => {
  it('1/4.3 know their year from a year, a month or a day', () => {
    expect(['2023', '2023-04', '2023-04-01', undefined, ''].map(yearOf)).toEqual([
      '2023',
      '2023',
      '2023',
      undefined,
      undefined,
    ])
  })

  it('1:4.3 rule 2: show an id once, and keep others of the same title', () => {
    const items = [item('a', 'Album'), item('b', 'Album'), item('a', 'Album')]
    expect(unique(items).map(one => one.foreign_id)).toEqual(['a', 'b'])
  })

  it('are a discography by kind, newest first, undated last', () => {
    const groups = byType([
      item('s', 'Single', '2020'),
      item('old', 'Album', '1999-01-01'),
      item('none', 'Album'),
      item('new', 'Album', '2024'),
    ])
    expect(groups.map(group => [group.type, group.items.map(one => one.foreign_id)])).toEqual([
      ['Album', ['new', 'old', 'none']],
      ['Single', ['s']],
    ])
  })
})
