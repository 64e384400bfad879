import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { editProfile, isSameProfile, profileFrom } from '#upstreams/servarr/servarr-configuration-wire.ts'
import type { Json, ManagerDocument, ProfileSettings } from '#ports/manager-configuration.ts'
import { diffProfiles, planProfile, type RequestedProfileChange, sentenceOf } from './profile-change-rules.ts'

const LANGUAGES = [
  { id: 1, name: 'English' },
  { id: 4, name: 'German' },
]
const AROUND = { product: 'Radarr', languages: LANGUAGES }

/** Two single qualities and a group; one quality is not allowed. */
const DOCUMENT: ManagerDocument = {
  id: 4,
  name: 'HD',
  upgradeAllowed: true,
  cutoff: 7,
  items: [
    { quality: { id: 1, name: 'SDTV' }, items: [], allowed: false },
    { quality: { id: 7, name: 'Bluray-1080p' }, items: [], allowed: true },
    {
      id: 1002,
      name: 'WEB 2160p',
      allowed: true,
      items: [{ quality: { id: 18, name: 'WEBDL-2160p' }, items: [], allowed: true }],
    },
  ],
  minFormatScore: 0,
  cutoffFormatScore: 0,
  minUpgradeFormatScore: 1,
  formatItems: [
    { format: 1, name: 'x265', score: 0 },
    { format: 2, name: 'HDR', score: 10 },
  ],
  language: { id: 1, name: 'English' },
  setBySomebodyElse: { kept: [1, null] },
}
const LIVE = profileFrom(DOCUMENT)

const plan = (requested: RequestedProfileChange, live: ProfileSettings = LIVE.settings) =>
  planProfile(live, requested, AROUND)

describe('what a profile change may ask for', () => {
  it('names the differences as data and as sentences', () => {
    const { settings } = plan({ quality_cutoff_id: 1002, upgrade_allowed: false, language: 'german' })
    const diff = diffProfiles(LIVE.settings, settings ?? LIVE.settings)
    expect(diff.map(sentenceOf)).toEqual([
      'Upgrades allowed: yes → no',
      'Upgrades until: Bluray-1080p → WEB 2160p',
      'Language: English → German',
    ])
    expect(diff[1]).toEqual({
      key: 'quality_cutoff_id',
      label: 'Upgrades until',
      before: 'Bluray-1080p',
      after: 'WEB 2160p',
    })
  })

  it.each<[RequestedProfileChange, string]>([
    [{ quality_cutoff_id: 18 }, 'Use 1002, the id of the group'],
    [{ quality_cutoff_id: 1 }, 'SDTV is not allowed'],
    [{ quality_cutoff_id: 99 }, 'no quality or group'],
    [{ min_format_score: 11 }, 'No combination'],
    [{ custom_format_scores: [{ format_id: 2, score: -1 }], min_format_score: 1 }, 'No combination'],
    [{ custom_format_scores: [{ format_id: 3, score: 1 }] }, 'no custom format with the id 3'],
    [
      {
        custom_format_scores: [
          { format_id: 1, score: 1 },
          { format_id: 1, score: 2 },
        ],
      },
      'once',
    ],
    [{ min_upgrade_format_score: 0 }, '1 or more'],
    [{ language: 'Elvish' }, 'English, German'],
    [{ upgrade_allowed: true, language: 'ENGLISH' }, 'nothing to change'],
    [{}, 'nothing to change'],
  ])('%j is refused with a sentence', (requested, sentence) => {
    const { problems } = plan(requested)
    expect(Object.values(problems ?? {}).join(' ')).toContain(sentence)
  })

  it.each<[RequestedProfileChange, Partial<ProfileSettings>]>([
    [{ language: 'German' }, { language: null }],
    [{ min_upgrade_format_score: 2 }, { min_upgrade_format_score: null }],
    [{ min_format_score: 2 }, { min_format_score: null }],
    [{ cutoff_format_score: 2 }, { cutoff_format_score: null }],
  ])('%j is not supported where the setting does not exist', (requested, missing) => {
    const { unsupported } = plan(requested, { ...LIVE.settings, ...missing })
    expect(unsupported).toMatch(/^The profiles of Radarr have no /)
  })
})

const score = fc.integer({ min: -1000, max: 1000 })
const documents = fc
  .record({
    upgradeAllowed: fc.boolean(),
    cutoff: fc.constantFrom(7, 1002),
    cutoffFormatScore: score,
    formatItems: fc.uniqueArray(
      fc.record({ format: fc.integer({ min: 1, max: 9 }), name: fc.string(), score }),
      { selector: item => item.format },
    ),
    extra: fc.jsonValue(),
  })
  .map(given => ({ ...DOCUMENT, ...given }) as ManagerDocument)
const requests = fc.record(
  {
    upgrade_allowed: fc.boolean(),
    quality_cutoff_id: fc.constantFrom(7, 1002),
    cutoff_format_score: score,
    min_upgrade_format_score: fc.integer({ min: 1, max: 50 }),
    custom_format_scores: fc.uniqueArray(fc.record({ format_id: fc.integer({ min: 1, max: 9 }), score }), {
      selector: item => item.format_id,
    }),
    language: fc.constantFrom('English', 'German'),
  },
  { requiredKeys: [] },
)

describe('a planned change', () => {
  it('changes what was asked for and nothing else, and can be taken back', () => {
    fc.assert(
      fc.property(documents, requests, (document, requested) => {
        const live = profileFrom(document)
        const { settings } = planProfile(live.settings, requested, AROUND)
        fc.pre(settings !== null)
        if (!settings) return
        const after = editProfile(live, settings)
        expect(after.settings).toEqual(settings)
        expect(isSameProfile(live.document, after.document)).toBe(false)
        expect(diffProfiles(live.settings, after.settings).length).toBeGreaterThan(0)
        // Asked again, there is nothing left to change.
        expect(planProfile(after.settings, requested, AROUND).settings).toBeNull()
        const known = ['upgradeAllowed', 'cutoff', 'cutoffFormatScore', 'minFormatScore']
        const touched = new Set([...known, 'minUpgradeFormatScore', 'formatItems', 'language'])
        const rest = (one: ManagerDocument) =>
          Object.fromEntries(Object.entries(one).filter(([key]) => !touched.has(key)))
        expect(rest(after.document)).toEqual(rest(document))
        expect(isSameProfile(editProfile(after, live.settings).document, document)).toBe(true)
      }),
    )
  })

  it('is the same document in another order, and with nulls left out', () => {
    fc.assert(
      fc.property(documents, document => {
        const items = document['formatItems'] as Json[]
        const turned = Object.fromEntries(Object.entries(document).toReversed())
        const other = { ...turned, formatItems: items.toReversed(), nothing: null }
        expect(isSameProfile(document, other)).toBe(true)
        expect(isSameProfile(document, { ...other, nothing: 0 })).toBe(false)
      }),
    )
  })
})
