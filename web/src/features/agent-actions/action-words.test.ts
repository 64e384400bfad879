import type { ActionKind } from '@foyer/contract/remediation/agent-actions'
import i18next from 'i18next'
import { beforeAll, describe, expect, it } from 'vitest'
import { ApiError } from '#lib/api-error.ts'
import { createFormat } from '#lib/format.ts'
import de from '#locales/de/index.ts'
import { en } from '#locales/en/index.ts'
import { remediationTexts } from '#locales/en/remediation.ts'
import { overrideOf } from './action-edit.ts'
import { actionSentence, refusalText } from './action-words.ts'

const i18n = i18next.createInstance()
beforeAll(() =>
  i18n.init({
    lng: 'en',
    resources: { en: { translation: { ...en, ...remediationTexts } }, de: { translation: de } },
    interpolation: { escapeValue: false },
  }),
)

function say(language: 'en' | 'de', kind: ActionKind, params: Record<string, unknown>): string {
  const action = { kind, issue_title: 'Low Water', instance_service_type: 'tv_manager' } as const
  return actionSentence(i18n.getFixedT(language), createFormat(language, ''), action, params)
}

describe('what approving does, in one sentence', () => {
  it.each([
    ['remediate_queue', { action: 'remove' }, 'Remove this download from Sonarr.'],
    [
      'remediate_queue',
      { action: 'blocklist_search' },
      'Remove this download from Sonarr, block the release and search for another.',
    ],
    ['manual_import', { force: false }, 'Import the downloaded files into Sonarr.'],
    [
      'manual_import',
      { force: true },
      'Import the downloaded files into Sonarr, although Sonarr refused them.',
    ],
    ['grab_release', { release_title: 'Low.Water.S02' }, 'Download Low.Water.S02 with Sonarr.'],
    [
      'grab_release',
      { release_title: 'Low.Water.S02', queue_id_to_replace: 7 },
      'Download Low.Water.S02 with Sonarr, in place of the current download.',
    ],
    ['trigger_search', {}, 'Search for Low Water again with Sonarr.'],
    [
      'trigger_search',
      { season: 2, episode: 3 },
      'Search for Low Water, Season 2, episode 3 again with Sonarr.',
    ],
    ['rescan', {}, 'Have Sonarr scan the files of Low Water again.'],
    [
      'delete_media_files',
      { season: 2, episodes: [3], blocklist: false },
      'Delete the files of Low Water, season 2, episode 3 from Sonarr.',
    ],
    [
      'delete_media_files',
      { season: 2, episodes: [3, 4, 5], blocklist: true },
      'Delete the files of Low Water, season 2, episodes 3, 4, and 5 from Sonarr and block the release they came from.',
    ],
    [
      'remediate_queue',
      { action: 'of_next_year' },
      'Do something this version of Foyer does not know in Sonarr.',
    ],
  ] as const)('%s %o', (kind, params, sentence) => {
    expect(say('en', kind, params)).toBe(sentence)
  })

  it('is there in German, too', () => {
    expect(say('de', 'remediate_queue', { action: 'blocklist_search' })).toBe(
      'Diesen Download aus Sonarr entfernen, das Release sperren und ein anderes suchen.',
    )
    expect(say('de', 'delete_media_files', { season: 2, episodes: [3, 4], blocklist: false })).toBe(
      'Die Dateien von Low Water, Staffel 2, Folgen 3 und 4 aus Sonarr löschen.',
    )
  })
})

it('2/4.9 sends only what an admin changed, and only what may be changed', () => {
  const queue = { kind: 'remediate_queue', params: { queue_id: 4, action: 'remove' } } as const
  expect(overrideOf(queue, 'remove')).toBeUndefined()
  expect(overrideOf(queue, 'blocklist_only')).toEqual({ action: 'blocklist_only' })
  const files = { kind: 'delete_media_files', params: { tmdb_id: 4 } } as const
  expect(overrideOf(files, false)).toBeUndefined()
  expect(overrideOf(files, true)).toEqual({ blocklist: true })
  expect(overrideOf({ kind: 'rescan', params: {} }, true)).toBeUndefined()
})

it('a blocked action says why', () => {
  const t = i18n.getFixedT('en')
  const reason = 'The library moved.'
  const error = new ApiError(409, { error: 'x', code: 'action_blocked', reason })
  expect(refusalText(t, error)).toBe('This cannot be carried out right now. The library moved.')
  expect(refusalText(t, new ApiError(409, { error: 'x', code: 'not_awaiting' }))).toBe(
    'This has already been decided.',
  )
})
