import type { MappingCoverage, TitleFile as ShownFile } from '@foyer/contract/media-files/media-files'
import type { PathMapping } from '@foyer/contract/instances/instances'
import { createCoverage } from '@foyer/contract/media-files/path-coverage'
import { isUnderRoot } from '#features/instances/index.ts'
import type { FilePlace, TitleFile } from '#ports/media-files.ts'
import { fileNameOf } from './file-name-rules.ts'

const MAX_PATHS = 200
const MAX_PATH_LENGTH = 4096
const COVERED_EXAMPLES = 5
const UNCOVERED_EXAMPLES = 20

/** The local location of a reported path: under a mapping, which must be beneath a root (1:4.13 rule 2). */
export type Locate = (reported: string) => { row: number; local_path: string } | null

export function createLocate(mappings: readonly PathMapping[], media_roots: readonly string[]): Locate {
  const cover = createCoverage(mappings)
  return reported => {
    const found = cover(reported)
    return found.covered && isUnderRoot(found.local_path, media_roots) ? found : null
  }
}

/** Null: not a file id. */
export function readFileId(value: unknown): number | null {
  return typeof value === 'number' && Number.isSafeInteger(value) && value > 0 ? value : null
}

/** Null: not 1 to 200 texts of at most 4096 characters. */
export function readPaths(value: unknown): string[] | null {
  if (!Array.isArray(value) || value.length < 1 || value.length > MAX_PATHS) return null
  const paths = value.filter(one => typeof one === 'string' && one.length <= MAX_PATH_LENGTH)
  return paths.length === value.length ? paths : null
}

/** The metadata provider's seasons of a library season; `same`: the numbers agree. */
export type SeasonsOf = (season_number: number) => readonly number[]

export function createSeasonsOf(season_map: Readonly<Record<string, number>> | 'same'): SeasonsOf {
  if (season_map === 'same') return season_number => [season_number]
  return season_number =>
    Object.entries(season_map)
      .filter(([, target]) => target === season_number)
      .map(([source]) => Number(source))
      .sort((a, b) => a - b)
}

/** The files of a show by the provider's seasons; seasons that belong to another show are left out. */
export function inSeasons(files: readonly TitleFile[], seasonsOf: SeasonsOf): TitleFile[] {
  return files.flatMap(file => {
    const [season_number] = seasonsOf(file.season_number ?? 0)
    return season_number === undefined ? [] : [{ ...file, season_number }]
  })
}

/** The files of a book with several parts are numbered in order; a single file needs no number. */
export function numberParts(files: readonly TitleFile[]): (TitleFile & { part_number?: number })[] {
  const byRecord = Map.groupBy(files, file => file.record_id)
  return files.map(file => {
    const siblings = byRecord.get(file.record_id) ?? []
    return siblings.length > 1 ? { ...file, part_number: siblings.indexOf(file) + 1 } : file
  })
}

/** 1:4.13 rule 5: by name, never by path. */
export function presentFiles(
  files: readonly (TitleFile & { part_number?: number })[],
  locate: Locate,
): ShownFile[] {
  return files.map(({ record_id: _record, path, ...file }) => ({
    ...file,
    name: fileNameOf(path),
    downloadable: locate(path) !== null,
  }))
}

/** How many files of a library the mappings cover. */
export function countCovered(places: readonly FilePlace[], rows: number, locate: Locate): MappingCoverage {
  const found: MappingCoverage = {
    files: 0,
    covered_files: 0,
    rows: Array.from({ length: rows }, () => ({ files: 0 })),
    covered: [],
    uncovered: [],
  }
  for (const place of places) {
    const located = locate(place.path)
    const row = found.rows[located?.row ?? -1]
    found.files += place.files
    if (located && row) {
      row.files += place.files
      found.covered_files += place.files
      if (found.covered.length < COVERED_EXAMPLES) found.covered.push({ ...place, ...located })
    } else if (found.uncovered.length < UNCOVERED_EXAMPLES) found.uncovered.push(place)
  }
  return found
}
