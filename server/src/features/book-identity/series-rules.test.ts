import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { byPosition, leadingNumber, parseSeries } from './series-rules.ts'

describe('the series of a book (1:4.10, C14)', () => {
  it.each([
    ['Saltmarsh #2', 'Saltmarsh', '2'],
    ['Saltmarsh', 'Saltmarsh', null],
    ['Area #51 Files #1-3', 'Area #51 Files', '1-3'],
    ['C#', 'C#', null],
    ['C# #0.5', 'C#', '0.5'],
    ['Saltmarsh #', 'Saltmarsh', null],
    ['  Saltmarsh   #  2.5 ', 'Saltmarsh', '2.5'],
    ['Saltmarsh #Prequel', 'Saltmarsh', 'Prequel'],
  ])('reads %j as %j at %j', (text, name, position) => {
    expect(parseSeries(text)).toEqual({ name, position })
  })

  it.each([[''], ['   '], [' #2'], [null], [undefined]])('is none in %j', text => {
    expect(parseSeries(text)).toBeNull()
  })

  it('comes back as it was written, for every name and every position without the mark', () => {
    const word = fc.string({ minLength: 1 }).filter(text => text.trim() === text && text !== '')
    const position = word.filter(text => !text.includes(' #') && !text.startsWith('#'))
    fc.assert(
      fc.property(word, position, (name, at) => {
        expect(parseSeries(`${name} #${at}`)).toEqual({ name, position: at })
      }),
    )
  })

  it.each([
    ['1', 1],
    ['0.5', 0.5],
    ['.5', 0.5],
    ['1-3', 1],
    ['2a', 2],
    ['10.', 10],
    ['Prequel', null],
    ['', null],
    [null, null],
  ])('orders %j by %j', (position, number) => {
    expect(leadingNumber(position)).toBe(number)
  })

  it('is read in one order, whatever the positions: a total preorder with the unnumbered last', () => {
    const positions = fc.option(fc.oneof(fc.string(), fc.float({ noNaN: true, min: 0, max: 99 }).map(String)))
    fc.assert(
      fc.property(positions, positions, positions, (a, b, c) => {
        expect(Math.sign(byPosition(a, b)) + Math.sign(byPosition(b, a))).toBe(0)
        if (byPosition(a, b) <= 0 && byPosition(b, c) <= 0) expect(byPosition(a, c)).toBeLessThanOrEqual(0)
        if (leadingNumber(a) !== null && leadingNumber(b) === null) expect(byPosition(a, b)).toBeLessThan(0)
      }),
    )
  })
})
