import type { ProblemKind } from '@foyer/contract/issues/problem-kinds'
import { expect, it } from 'vitest'
import { healthLines, isExplainedByHealth } from './health-rules.ts'

const MAPPING = {
  level: 'error',
  source: 'RemotePathMappingCheck',
  message: 'SABnzbd places downloads in /x',
}
const CLIENT = { level: 'warning', source: 'DownloadClientStatusCheck', message: 'Unavailable: SABnzbd' }
const SPACE = { level: 'error', source: 'SomeCheck', message: 'Not enough free space on /data' }
const ROOT = { level: 'error', source: 'RootFolderCheck', message: 'Folder is missing: /movies' }
const INDEXER = { level: 'warning', source: 'IndexerStatusCheck', message: 'Indexers unavailable' }
const ALL = [MAPPING, CLIENT, SPACE, ROOT, INDEXER]

it.each<[ProblemKind, (typeof ALL)[number][]]>([
  ['remote_path_mapping', [MAPPING]],
  ['client_unreachable', [CLIENT]],
  ['disk_space', [SPACE]],
  ['permissions', [MAPPING, ROOT]],
  ['sample_file', []],
])('of all that a manager reports, %s is told what is about it', (kind, told) => {
  expect(healthLines(kind, ALL)).toEqual(
    told.map(({ message }) => `The library itself reports: “${message}”`),
  )
  expect(isExplainedByHealth(kind)).toBe(told.length > 0)
})

it('says the same once, little of much, and nothing of what is only a notice', () => {
  const many = [1, 2, 3, 4, 5].map(number => ({ ...SPACE, message: `No space left on /${number}` }))
  expect(healthLines('disk_space', [SPACE, SPACE])).toHaveLength(1)
  expect(healthLines('disk_space', many)).toHaveLength(3)
  expect(healthLines('disk_space', [{ ...SPACE, level: 'notice' }])).toEqual([])
})
