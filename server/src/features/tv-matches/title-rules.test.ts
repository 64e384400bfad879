import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { chooseByTitle, foldTitle } from './title-rules.ts'

describe('titles compared (1/4.7)', () => {
  it.each([
    ['Marvel’s Agents of S.H.I.E.L.D.', 'marvels agents of SHIELD'],
    ['The 100', 'the100'],
    ['Straße', 'STRASSE'],
    ['ẞ', 'ss'],
    ['Pokémon', 'POKE\u0301MON'],
    ['２４', '24'],
    ['小雨の茶屋', '小雨の茶屋。'],
  ])('takes "%s" for "%s"', (a, b) => {
    expect(foldTitle(a)).toBe(foldTitle(b))
  })

  it.each([
    ['Harbour Nine', 'Harbor Nine'],
    ['Pokémon', 'Pokemon'],
    ['Monster', 'Monster (2022)'],
    ['9-1-1', '911: Lone Star'],
  ])('tells "%s" from "%s"', (a, b) => {
    expect(foldTitle(a)).not.toBe(foldTitle(b))
  })

  it('comes to rest: folding again changes nothing, and neither do case, spaces and marks', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), text => {
        const folded = foldTitle(text)
        expect(foldTitle(folded)).toBe(folded)
        expect(folded).toMatch(/^[\p{L}\p{N}]*$/u)
        expect(foldTitle(` ${text}… `)).toBe(folded)
      }),
    )
    fc.assert(
      fc.property(fc.string({ unit: fc.constantFrom('a', 'B', 'Ä', 'ö', 'ß', 'Σ', '9', ' ', '-') }), text => {
        expect(foldTitle(text.toUpperCase())).toBe(foldTitle(text))
      }),
    )
  })
})

describe('the unique title (1/4.7)', () => {
  const show = { title: 'Harbour Nine', premiere_year: 2025 }
  const series = (tvdb_id: number, year?: number, title = 'HARBOUR: Nine') => ({
    tvdb_id,
    title,
    ...(year !== undefined && { year }),
  })

  it.each([2024, 2025, 2026])('takes one that began in %i', year => {
    expect(chooseByTitle(show, [series(1, year), series(2, 2020)])).toEqual({ chosen: series(1, year) })
  })

  it.each([
    ['too early', [series(1, 2023)]],
    ['too late', [series(1, 2027)]],
    ['of an unknown year', [series(1)]],
    ['of another title', [series(1, 2025, 'Harbour Ten')]],
    ['nobody', []],
  ])('takes none that is %s', (_name, candidates) => {
    expect(chooseByTitle(show, candidates)).toEqual({ chosen: null, because: 'none' })
  })

  it('takes none of several, but counts one series once', () => {
    const several = chooseByTitle(show, [series(1, 2025), series(2, 2026)])
    expect(several).toEqual({ chosen: null, because: 'several' })
    expect(chooseByTitle(show, [series(1, 2025), series(1, 2025)])).toEqual({ chosen: series(1, 2025) })
  })

  it('takes none for a show without letters or without a year', () => {
    const candidates = [series(1, 2025, '!!!')]
    expect(chooseByTitle({ title: '???', premiere_year: 2025 }, candidates).chosen).toBeNull()
    expect(chooseByTitle({ ...show, premiere_year: null }, [series(1, 2025)]).chosen).toBeNull()
  })
})
