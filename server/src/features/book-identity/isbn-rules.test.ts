import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { checkDigit10, checkDigit13, normaliseIsbn } from './isbn-rules.ts'

const digits = (length: number) =>
  fc.array(fc.integer({ min: 0, max: 9 }), { minLength: length, maxLength: length }).map(all => all.join(''))
const bodies = digits(9).filter(nine => new Set(nine).size > 1)

describe('ISBNs (1:4.8.7)', () => {
  it.each([
    ['0-306-40615-2', '9780306406157'],
    ['080442957X', '9780804429573'],
    ['0 8044 2957 x', '9780804429573'],
    ['978-0-306-40615-7', '9780306406157'],
    ['979-10-90636-07-1', '9791090636071'],
    ['0306406153', null],
    ['9780306406158', null],
    ['9770306406150', null],
    ['0000000000', null],
    ['1111111111', null],
    ['X306406152', null],
    ['', null],
    ['B00ABCDEFG', null],
    ['97803064061570', null],
  ])('reads %s as %s', (text, isbn) => {
    expect(normaliseIsbn(text)).toBe(isbn)
  })

  it('makes the same thirteen digits of ten as of thirteen, however they are printed', () => {
    fc.assert(
      fc.property(bodies, fc.nat({ max: 8 }), (nine, place) => {
        const thirteen = `978${nine}${checkDigit13(`978${nine}`)}`
        const ten = `${nine}${checkDigit10(nine)}`
        const printed = `${ten.slice(0, place)}-${ten.slice(place)}`
        expect([normaliseIsbn(ten), normaliseIsbn(printed), normaliseIsbn(thirteen)]).toEqual([
          thirteen,
          thirteen,
          thirteen,
        ])
      }),
    )
  })

  it('never takes a number with one digit wrong, nor one with two neighbours of ten swapped', () => {
    fc.assert(
      fc.property(bodies, fc.nat({ max: 8 }), fc.integer({ min: 1, max: 9 }), (nine, place, by) => {
        const digit = (Number(nine[place]) + by) % 10
        const wrong = `${nine.slice(0, place)}${digit}${nine.slice(place + 1)}`
        expect(normaliseIsbn(`${wrong}${checkDigit10(nine)}`)).toBeNull()
        expect(normaliseIsbn(`978${wrong}${checkDigit13(`978${nine}`)}`)).toBeNull()
        const [a = '', b = ''] = nine.slice(place, place + 2)
        const swapped = `${nine.slice(0, place)}${b}${a}${nine.slice(place + 2)}${checkDigit10(nine)}`
        if (b !== '' && a !== b) expect(normaliseIsbn(swapped)).toBeNull()
      }),
    )
  })

  it('keeps what it has made', () => {
    fc.assert(
      fc.property(fc.string(), text => {
        const isbn = normaliseIsbn(text)
        expect(isbn === null || normaliseIsbn(isbn) === isbn).toBe(true)
      }),
    )
  })
})
