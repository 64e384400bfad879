import { MATCH_SENTENCES } from '@foyer/contract/tv-matches/match-sentences'
import type { SeasonMap, TvMatch } from '@foyer/contract/tv-matches/tv-match'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { BUNDLED_MATCHES } from './bundled-matches.ts'
import {
  decidedMatch,
  foundMatch,
  isStillCurrent,
  type LocalMatch,
  mapSeasons,
  type RevisionParts,
  revisionOf,
} from './match-rules.ts'

const SHOW = {
  tmdb_id: 800_001,
  title: 'Harbour Nine',
  seasons: [{ season_number: 1 }, { season_number: 2 }],
}
const LOCAL: LocalMatch = {
  tmdb_id: 800_001,
  title: 'Harbour Nine',
  mode: 'custom',
  tvdb_id: 430_777,
  target_title: 'Harbor 9',
  season_map: { '1': 2 },
  local_revision: 3,
}

describe('the bundled set v1 (1/4.7)', () => {
  it.each([
    [113_988, 1],
    [225_634, 2],
    [286_801, 3],
    [299_939, 4],
  ])('knows TMDB %i season 1 as season %i of TVDB 389492', (tmdb_id, target) => {
    expect(decidedMatch(tmdb_id, null)).toMatchObject({
      tvdb_id: 389_492,
      season_map: { '1': target },
      provenance: 'bundled',
      state: 'resolved',
    })
  })

  it('holds nothing else', () => {
    expect(BUNDLED_MATCHES.size).toBe(4)
    expect(decidedMatch(SHOW.tmdb_id, null)).toBeNull()
  })
})

describe('what is decided (1/4.7)', () => {
  it('puts the word of an admin before the bundled set', () => {
    const custom = { ...LOCAL, tmdb_id: 225_634 }
    expect(decidedMatch(225_634, custom)).toMatchObject({ provenance: 'custom', tvdb_id: 430_777 })
    const paused = decidedMatch(225_634, { ...custom, mode: 'paused' })
    expect(paused).toMatchObject({ state: 'paused', season_map: {} })
    expect(paused).not.toHaveProperty('tvdb_id')
  })

  it('goes back to the bundled set by another revision than before', () => {
    const released = decidedMatch(225_634, { ...LOCAL, mode: 'default', tvdb_id: null, season_map: {} })
    expect(released).toMatchObject({ provenance: 'bundled', season_map: { '1': 2 } })
    expect(released?.revision).not.toBe(decidedMatch(225_634, null)?.revision)
  })

  it('leaves a released show to be found out', () => {
    expect(decidedMatch(SHOW.tmdb_id, { ...LOCAL, mode: 'default' })).toBeNull()
  })
})

describe('what is found out (1/4.6)', () => {
  it('keeps the numbers of the seasons', () => {
    expect(foundMatch(SHOW, 0, { tvdb_id: 430_001, provenance: 'metadata' })).toEqual({
      tmdb_id: 800_001,
      title: 'Harbour Nine',
      tvdb_id: 430_001,
      season_map: { '1': 1, '2': 2 },
      provenance: 'metadata',
      revision: expect.stringMatching(/^[0-9a-f]{24}$/),
      state: 'resolved',
    })
  })

  it('is unresolved when nothing was found, with the reason', () => {
    const match = foundMatch(SHOW, 0, { tvdb_id: null, message: MATCH_SENTENCES.no_series_found })
    expect(match).toMatchObject({
      state: 'unresolved',
      provenance: 'default',
      season_map: {},
      message: MATCH_SENTENCES.no_series_found,
    })
    expect(match).not.toHaveProperty('tvdb_id')
  })

  it('keeps its revision when a further season is announced, or another bridge says the same', () => {
    const found = (seasons: { season_number: number }[], provenance: 'metadata' | 'title') =>
      foundMatch({ ...SHOW, seasons }, 0, { tvdb_id: 430_001, provenance }).revision
    const [one, two] = SHOW.seasons
    expect(found([one!, two!], 'metadata')).toBe(found([one!], 'title'))
  })
})

const byText = (a: string, b: string) => (a < b ? -1 : 1)

const Parts: fc.Arbitrary<RevisionParts> = fc.record({
  tmdb_id: fc.integer({ min: 1, max: 5 }),
  local_revision: fc.integer({ min: 0, max: 3 }),
  state: fc.constantFrom<TvMatch['state'][]>('resolved', 'paused', 'unresolved'),
  tvdb_id: fc.option(fc.integer({ min: 1, max: 3 })),
  season_map: fc.oneof(
    fc.constant<'same'>('same'),
    fc.dictionary(fc.integer({ min: 1, max: 12 }).map(String), fc.integer({ min: 0, max: 3 }), {
      maxKeys: 3,
    }),
  ),
})

describe('the revision (1/4.7)', () => {
  it('is the same for the same match and no other', () => {
    const told = ({ season_map, ...rest }: RevisionParts) => {
      const pairs = Object.entries(season_map).map(pair => pair.join('→'))
      return JSON.stringify([rest, season_map === 'same' ? season_map : [...pairs].sort(byText)])
    }
    fc.assert(
      fc.property(Parts, Parts, (a, b) => {
        expect(revisionOf(a)).toMatch(/^[0-9a-f]{24}$/)
        expect(revisionOf(a) === revisionOf(b)).toBe(told(a) === told(b))
      }),
      { examples: [[base({ '1': 1, '10': 2 }), base({ '10': 2, '1': 1 })]] },
    )
  })

  const base = (season_map: SeasonMap): RevisionParts => ({
    tmdb_id: 1,
    local_revision: 0,
    state: 'resolved',
    tvdb_id: 1,
    season_map,
  })
})

describe('whether a look still holds (1:4.8.2)', () => {
  const nothing = { local: null, known_tvdb_id: null }
  const found = foundMatch(SHOW, 0, { tvdb_id: 430_001, provenance: 'metadata' })
  const lost = foundMatch(SHOW, 0, { tvdb_id: null, message: MATCH_SENTENCES.no_library })
  const custom = decidedMatch(SHOW.tmdb_id, LOCAL)!
  const released = { ...LOCAL, mode: 'default' as const, local_revision: 4 }

  it.each<[string, TvMatch, Parameters<typeof isStillCurrent>[1], boolean]>([
    ['found and known', found, { local: null, known_tvdb_id: 430_001 }, true],
    ['found by title, of which nothing is kept', found, nothing, true],
    ['found, and the bridge says another now', found, { local: null, known_tvdb_id: 430_002 }, false],
    ['found, and an admin decided meanwhile', found, { ...nothing, local: LOCAL }, false],
    ['found, decided and released meanwhile', found, { ...nothing, local: released }, false],
    ['not found, and still not', lost, nothing, true],
    ['not found, and known now', lost, { local: null, known_tvdb_id: 430_001 }, false],
    ['custom as it stands', custom, { local: LOCAL, known_tvdb_id: 430_001 }, true],
    ['custom, changed since', custom, { ...nothing, local: { ...LOCAL, local_revision: 4 } }, false],
    ['custom, paused since', custom, { ...nothing, local: { ...LOCAL, mode: 'paused' } }, false],
    ['custom, released since', custom, { ...nothing, local: released }, false],
  ])('%s', (_name, match, stored, expected) => {
    expect(isStillCurrent(match, stored)).toBe(expected)
  })
})

describe('seasons by the map (1/4.8)', () => {
  it.each<[string, SeasonMap, number[], number[], number[]]>([
    ['as mapped', { '1': 3, '2': 4 }, [1, 2], [3, 4], []],
    ['several into one', { '1': 1, '2': 1 }, [2, 1], [1], []],
    ['some unmapped', { '2': 5 }, [3, 2, 1], [5], [1, 3]],
    ['into the specials', { '1': 0 }, [1], [0], []],
    ['by number, not as text', { '2': 10, '10': 2 }, [10, 2], [2, 10], []],
    ['nothing asked', { '1': 1 }, [], [], []],
  ])('%s', (_name, season_map, source, targets, unmapped) => {
    expect(mapSeasons({ state: 'resolved', season_map }, source)).toEqual({ targets, unmapped })
  })

  it.each(['paused', 'unresolved'] as const)('maps nothing while it is %s', state => {
    expect(mapSeasons({ state, season_map: { '1': 1 } }, [1])).toEqual({ targets: [], unmapped: [1] })
  })

  it('accounts for every season once, in order, and invents none', () => {
    const map = fc.dictionary(fc.integer({ min: 1, max: 9 }).map(String), fc.integer({ min: 0, max: 9 }))
    fc.assert(
      fc.property(map, fc.array(fc.integer({ min: 1, max: 9 })), (season_map, source) => {
        const { targets, unmapped } = mapSeasons({ state: 'resolved', season_map }, source)
        const mapped = source.filter(season => !unmapped.includes(season))
        expect(new Set(targets)).toEqual(new Set(mapped.map(season => season_map[String(season)])))
        expect(unmapped.every(season => source.includes(season) && !(String(season) in season_map))).toBe(
          true,
        )
        for (const list of [targets, unmapped]) {
          expect(list).toEqual([...new Set(list)].sort((a, b) => a - b))
        }
      }),
    )
  })
})
