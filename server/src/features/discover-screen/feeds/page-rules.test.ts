import { clampPage, LAST_PAGE } from '@foyer/contract/discover-screen/screen-items'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { ScreenKind } from '#ports/screen-catalog.ts'
import { emptyPage, isEnglish, type Page, type Row, thinPage } from './page-rules.ts'

const language = fc.constantFrom('en', 'ja', 'de', undefined, null)
const title = fc.record({
  id: fc.nat(50),
  media_type: fc.constantFrom('movie', 'tv'),
  original_language: language,
})
const person = fc.record({ id: fc.nat(50), media_type: fc.constant('person'), known_for: fc.array(title) })
const rows = fc.array(fc.oneof(title, person)) as fc.Arbitrary<Row[]>
const page = rows.map(
  (results): Page => ({ page: 3, results, total_pages: 40, total_results: 800, dates: {} }),
)
const thinning = fc.record({
  english_only: fc.boolean(),
  hidden: fc.subarray<ScreenKind>(['movie', 'tv']).map(types => new Set(types)),
})

describe('the clamp (1:4.5.3)', () => {
  it('is always a whole number from 1 to 500, unchanged if it was one', () => {
    fc.assert(
      fc.property(fc.oneof(fc.string(), fc.integer(), fc.double(), fc.constant(undefined)), asked => {
        const served = clampPage(asked)
        expect(Number.isInteger(served) && served >= 1 && served <= LAST_PAGE).toBe(true)
        if (Number.isInteger(asked) && Number(asked) >= 1 && Number(asked) <= LAST_PAGE) {
          expect(served).toBe(asked)
          expect(clampPage(String(served))).toBe(served)
        }
      }),
    )
  })

  it('is monotone', () => {
    fc.assert(
      fc.property(fc.integer(), fc.integer(), (a, b) => {
        expect(Math.sign(clampPage(a) - clampPage(b)) * Math.sign(a - b)).toBeGreaterThanOrEqual(0)
      }),
    )
  })
})

describe('thinning (1:4.5.5, 1/4.2)', () => {
  it('keeps the order, the totals and everything it does not judge', () => {
    fc.assert(
      fc.property(page, thinning, (whole, how) => {
        const { results, ...rest } = thinPage(whole, how) ?? whole
        expect(rest).toEqual({ page: 3, total_pages: 40, total_results: 800, dates: {} })
        const ids = whole.results.map(row => row.id)
        let at = -1
        for (const { id } of results) {
          at = ids.indexOf(id, at + 1)
          expect(at).toBeGreaterThanOrEqual(0)
        }
      }),
    )
  })

  it('lets nothing hidden or foreign through, and nothing else go', () => {
    fc.assert(
      fc.property(page, thinning, (whole, how) => {
        const allowed = (row: Row) =>
          row.media_type === 'person' ||
          (!how.hidden.has(row.media_type as ScreenKind) && (!how.english_only || isEnglish(row)))
        const { results } = thinPage(whole, how) ?? whole
        expect(results.map(row => row.id)).toEqual(whole.results.filter(allowed).map(row => row.id))
        const known = results.flatMap(row => (row.known_for as Row[] | undefined) ?? [])
        expect(known.some(row => how.hidden.has(row.media_type as ScreenKind))).toBe(false)
      }),
    )
  })

  it('returns null exactly when nothing is taken away, and does it once', () => {
    fc.assert(
      fc.property(page, thinning, (whole, how) => {
        const before = structuredClone(whole)
        const thinned = thinPage(whole, how)
        expect(whole).toEqual(before)
        if (thinned) {
          expect(thinned).not.toEqual(whole)
          expect(thinPage(thinned, how)).toBeNull()
        }
      }),
    )
  })

  it('0.3 leaves what a person is known for as it is where it is not a list of titles', () => {
    const how = { english_only: true, hidden: new Set<ScreenKind>(['tv']) }
    const results = ['x', [null, 'x', { media_type: 'movie' }]].map((known_for, id) => ({ id, known_for }))
    expect(thinPage({ ...emptyPage(1), results }, how)).toBeNull()
  })

  it('treats only a title that names another language as foreign', () => {
    expect(isEnglish({ id: 1, original_language: 'en' })).toBe(true)
    expect(isEnglish({ id: 1 })).toBe(true)
    expect(isEnglish({ id: 1, original_language: null })).toBe(true)
    expect(isEnglish({ id: 1, original_language: 'fr' })).toBe(false)
  })
})

it('an empty page is of the normal shape', () => {
  expect(emptyPage(7)).toEqual({ page: 7, results: [], total_pages: 0, total_results: 0 })
})
