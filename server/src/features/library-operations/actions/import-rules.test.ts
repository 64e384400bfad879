import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { ImportableFile } from '#ports/manager-actions.ts'
import { chooseFiles } from './import-rules.ts'

function file(name: string, more: Partial<ImportableFile> = {}): ImportableFile {
  return {
    name,
    size_bytes: 1000,
    parts: ['movie 1'],
    parts_are_shared: false,
    rejections: [],
    file: {},
    ...more,
  }
}
const namesOf = (files: readonly { name: string }[]) => files.map(one => one.name)

describe('which files of a download are imported (2/4.5)', () => {
  it('takes everything that the manager would take', () => {
    const files = [file('a', { parts: ['episode 1'] }), file('b', { parts: ['episode 2', 'episode 3'] })]
    expect(chooseFiles(files, false)).toEqual({ chosen: files, skipped: [] })
  })

  it('refuses rejected and unrecognised files without force, and names the reasons', () => {
    const refusing = (one: ImportableFile) => () => chooseFiles([file('good', { parts: ['x'] }), one], false)
    expect(refusing(file('a', { rejections: ['Not an upgrade'] }))).toThrow('"a" (Not an upgrade)')
    expect(refusing(file('a', { parts: [] }))).toThrow('belongs to no known title')
    expect(() => chooseFiles([], true)).toThrow('no file')
  })

  it('takes the film and not its sample, by force', () => {
    const sample = file('sample', { size_bytes: 10, rejections: ['Sample'] })
    const film = file('film', { size_bytes: 5000, rejections: ['Not an upgrade'] })
    const { chosen, skipped } = chooseFiles([sample, film], true)
    expect([namesOf(chosen), namesOf(skipped)]).toEqual([['film'], ['sample']])
    const accepted = file('accepted', { size_bytes: 20 })
    expect(namesOf(chooseFiles([film, accepted], true).chosen)).toEqual(['accepted'])
  })

  it('takes all files of a book that has many', () => {
    const files = ['1', '2', '3'].map(name => file(name, { parts: ['book 1'], parts_are_shared: true }))
    expect(chooseFiles(files, false).chosen).toHaveLength(3)
  })

  it('never takes a program, nor what belongs to no title', () => {
    const program = file('film.exe', { rejections: ['Caution: Found executable file with extension: .exe'] })
    expect(() => chooseFiles([program, file('b', { parts: [], rejections: ['Unknown'] })], true)).toThrow(
      'not even by force',
    )
  })

  it('names five files at most', () => {
    const files = Array.from({ length: 9 }, (_, i) => file(`f${i}`, { rejections: ['no'] }))
    expect(() => chooseFiles(files, false)).toThrow('and 4 more')
  })

  it('gives every title at most one file, and loses none without a word', () => {
    const parts = fc.subarray(['a', 'b', 'c'])
    const drawn = fc.array(
      fc.record({ parts, size_bytes: fc.nat(100), rejections: fc.subarray(['no', 'executable file']) }),
      { minLength: 1, maxLength: 8 },
    )
    fc.assert(
      fc.property(drawn, rows => {
        const files = rows.map((row, i) => file(`f${i}`, row))
        const choice = attempt(files)
        if (!choice) return
        const taken = choice.chosen.flatMap(one => one.parts)
        expect(new Set(taken).size).toBe(taken.length)
        expect([...namesOf(choice.chosen), ...namesOf(choice.skipped)].sort()).toEqual(namesOf(files).sort())
        expect(choice.chosen.some(one => one.rejections.includes('executable file'))).toBe(false)
      }),
    )
  })
})

function attempt(files: readonly ImportableFile[]) {
  try {
    return chooseFiles(files, true)
  } catch {
    // Nothing of it may be imported, which is said as a refusal.
    return null
  }
}
