import type { App } from './servarr.ts'

export interface Quality {
  id: number
  name: string
  /** Movies and series only; music and books have no picture. */
  source?: string
  resolution?: number
  /** Radarr only. */
  modifier?: string
}

export interface QualityModel {
  quality: Quality
  revision: { version: number; real: number; isRepack: boolean }
}

export interface Language {
  id: number
  name: string
}

/** id, name, Radarr source, Sonarr source, resolution; worst first. */
const TABLE: readonly (readonly [number, string, string, string, number])[] = [
  [1, 'SDTV', 'tv', 'television', 480],
  [8, 'WEBDL-480p', 'webdl', 'web', 480],
  [2, 'DVD', 'dvd', 'dvd', 480],
  [4, 'HDTV-720p', 'tv', 'television', 720],
  [5, 'WEBDL-720p', 'webdl', 'web', 720],
  [6, 'Bluray-720p', 'bluray', 'bluray', 720],
  [9, 'HDTV-1080p', 'tv', 'television', 1080],
  [15, 'WEBRip-1080p', 'webrip', 'webRip', 1080],
  [3, 'WEBDL-1080p', 'webdl', 'web', 1080],
  [7, 'Bluray-1080p', 'bluray', 'bluray', 1080],
  [17, 'WEBRip-2160p', 'webrip', 'webRip', 2160],
  [18, 'WEBDL-2160p', 'webdl', 'web', 2160],
  [19, 'Bluray-2160p', 'bluray', 'bluray', 2160],
]

/** Worst first. */
const MUSIC: readonly (readonly [number, string])[] = [
  [1, 'MP3-192'],
  [3, 'MP3-256'],
  [2, 'MP3-VBR-V0'],
  [4, 'MP3-320'],
  [7, 'ALAC'],
  [6, 'FLAC'],
  [21, 'FLAC 24bit'],
]
const BOOKS: readonly (readonly [number, string])[] = [
  [1, 'PDF'],
  [2, 'MOBI'],
  [3, 'EPUB'],
  [4, 'AZW3'],
  [10, 'MP3'],
  [12, 'M4B'],
  [11, 'FLAC'],
]

/** sonarr.md: the two apps spell sources differently, and only Radarr has `modifier`. */
export function qualitiesOf(app: App): Quality[] {
  if (app === 'Lidarr') return MUSIC.map(([id, name]) => ({ id, name }))
  if (app === 'Readarr' || app === 'Chaptarr') return BOOKS.map(([id, name]) => ({ id, name }))
  return TABLE.map(([id, name, radarrSource, sonarrSource, resolution]) =>
    app === 'Radarr'
      ? { id, name, source: radarrSource, resolution, modifier: 'none' }
      : { id, name, source: sonarrSource, resolution },
  )
}

export function qualityNamed(app: App, name: string): QualityModel {
  const quality = qualitiesOf(app).find(one => one.name === name)
  if (!quality) throw new Error(`no quality called ${name}`)
  return { quality, revision: { version: 1, real: 0, isRepack: false } }
}

/** Rank by worth, 0 for none it knows; a file is an upgrade when it ranks higher. */
export function qualityWeight(app: App, qualityId: number): number {
  return qualitiesOf(app).findIndex(one => one.id === qualityId) + 1
}

const LANGUAGE_IDS: Record<string, Language> = {
  en: { id: 1, name: 'English' },
  fr: { id: 2, name: 'French' },
  es: { id: 3, name: 'Spanish' },
  de: { id: 4, name: 'German' },
  it: { id: 5, name: 'Italian' },
  da: { id: 6, name: 'Danish' },
  ja: { id: 8, name: 'Japanese' },
  zh: { id: 10, name: 'Chinese' },
  pl: { id: 12, name: 'Polish' },
  sv: { id: 14, name: 'Swedish' },
  pt: { id: 18, name: 'Portuguese' },
  ko: { id: 21, name: 'Korean' },
  hi: { id: 26, name: 'Hindi' },
}

export const ALL_LANGUAGES: readonly Language[] = Object.values(LANGUAGE_IDS)

export function languageOf(code: string): Language {
  return LANGUAGE_IDS[code] ?? { id: 0, name: 'Unknown' }
}
