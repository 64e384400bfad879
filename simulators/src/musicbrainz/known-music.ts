import { uuidOf } from '../kit/ids.ts'
import {
  type CatalogueAlbum,
  type CatalogueArtist,
  type CatalogueTrack,
  musicCatalogue,
} from '../lidarr/music-catalogue.ts'

export interface KnownArtist {
  id: string
  name: string
  type: string
  country: string
  disambiguation: string
  begin: string
  tags: string[]
}

/** A release group as the music providers know it. */
export interface KnownGroup {
  id: string
  title: string
  /** Null: nobody said what it is. */
  type: string | null
  secondary_types: string[]
  /** `2024`, `2024-05`, `2024-05-10` or empty. */
  date: string
  credits: { artist: KnownArtist; name: string; joinphrase: string }[]
  tags: string[]
  /** Null: nobody has voted. */
  rating: { value: number; votes: number } | null
  release_id: string
  /** Of that release; empty when nobody wrote them down. */
  tracks: readonly CatalogueTrack[]
  /** Null: nobody has uploaded a cover. */
  cover_path: string | null
}

export interface KnownMusic {
  readonly groups: ReadonlyMap<string, KnownGroup>
  readonly artists: ReadonlyMap<string, KnownArtist>
  /** One more record by somebody who is known; the rest is made up. */
  addGroup(group: Partial<KnownGroup> & { title: string }): KnownGroup
  /** From now on the old id leads to the new one. */
  merge(old_id: string, id: string): void
  /** Where an id leads, through all merges. */
  canonical(id: string): string
}

/** Words that people add to what Lidarr calls a record. */
const MORE_TAGS: Record<string, readonly string[]> = {
  punk: ['rock'],
  indie: ['rock', 'pop'],
  ambient: ['electronic'],
  soul: ['rhythm and blues'],
}

/** What MusicBrainz, ListenBrainz and the Cover Art Archive of one world agree on. */
export function createKnownMusic(now: number): KnownMusic {
  const { artists: listed } = musicCatalogue(now)
  const artists = new Map(listed.map(one => [one.id, knownArtist(one)]))
  const groups = new Map<string, KnownGroup>()
  const merged = new Map<string, string>()
  for (const one of listed) {
    const artist = artists.get(one.id)
    if (!artist) continue
    for (const album of one.albums) groups.set(album.id, knownGroup(album, artist))
  }

  function canonical(id: string): string {
    const next = merged.get(id)
    return next === undefined ? id : canonical(next)
  }

  return {
    groups,
    artists,
    addGroup(given) {
      const [artist] = artists.values()
      if (!artist) throw new Error('nobody is known')
      const id = given.id ?? uuidOf(`group:${given.title}:${groups.size}`)
      const group: KnownGroup = {
        id,
        type: 'Album',
        secondary_types: [],
        date: '2020-01-01',
        credits: [{ artist, name: artist.name, joinphrase: '' }],
        tags: artist.tags,
        rating: null,
        release_id: uuidOf(`release:${id}`),
        tracks: [],
        cover_path: null,
        ...given,
      }
      groups.set(id, group)
      return group
    },
    merge(old_id, id) {
      merged.set(old_id, id)
      groups.delete(old_id)
    },
    canonical,
  }
}

function tagsOf(genre: string): string[] {
  return [genre, ...(MORE_TAGS[genre] ?? [])]
}

function knownArtist({ id, name, type, genre, disambiguation }: CatalogueArtist): KnownArtist {
  return { id, name, type, country: 'GB', disambiguation, begin: '1998', tags: tagsOf(genre) }
}

function knownGroup(album: CatalogueAlbum, artist: KnownArtist): KnownGroup {
  return {
    id: album.id,
    title: album.title,
    type: album.type,
    secondary_types: album.secondary_types,
    date: album.release_date,
    credits: [{ artist, name: artist.name, joinphrase: '' }],
    tags: tagsOf(album.genre),
    rating: { value: 4.5, votes: 2 },
    release_id: album.releases[0]?.id ?? uuidOf(`release:${album.id}`),
    tracks: album.releases[0]?.tracks ?? [],
    cover_path: album.cover_path,
  }
}
