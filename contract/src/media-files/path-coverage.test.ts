import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { baseName, createCoverage } from './path-coverage.ts'

const map = (source_path: string, local_path = '/media') => ({ source_path, local_path })
const cover = (path: string, ...mappings: ReturnType<typeof map>[]) => createCoverage(mappings)(path)

describe('lexical coverage (1/4.13, C19)', () => {
  it.each([
    ['/data/a.mkv', map('/data'), '/media/a.mkv'],
    ['/data/x/a.mkv', map('/data/'), '/media/x/a.mkv'],
    ['/data//x///a.mkv', map('/data'), '/media/x/a.mkv'],
    ['/any/a.mkv', map('/'), '/media/any/a.mkv'],
    ['/data/a.mkv', map('/data', '/media/'), '/media/a.mkv'],
    ['/data/a\\b.mkv', map('/data'), '/media/a\\b.mkv'],
    ['D:\\Films\\X\\a.mkv', map('D:\\Films'), '/media/X/a.mkv'],
    ['d:\\films\\X\\a.mkv', map('D:\\Films'), '/media/X/a.mkv'],
    ['D:/Films/X/a.mkv', map('D:\\Films\\'), '/media/X/a.mkv'],
    ['D:\\a.mkv', map('D:\\'), '/media/a.mkv'],
    ['\\\\nas\\media\\X\\a.mkv', map('\\\\NAS\\Media'), '/media/X/a.mkv'],
    ['\\\\nas\\media\\..x\\a...mkv', map('\\\\nas\\media'), '/media/..x/a...mkv'],
  ])('%s under %o is %s', (path, mapping, local_path) => {
    expect(cover(path, mapping)).toEqual({ covered: true, row: 0, local_path })
  })

  it.each([
    ['/data2/a.mkv', map('/data'), 'no_match'],
    ['/dat', map('/data'), 'no_match'],
    ['/DATA/a.mkv', map('/data'), 'no_match'],
    ['E:\\Films\\a.mkv', map('D:\\Films'), 'no_match'],
    ['D:\\Films2\\a.mkv', map('D:\\Films'), 'no_match'],
    ['\\\\nas\\media2\\a.mkv', map('\\\\nas\\media'), 'no_match'],
    ['/nas/media/a.mkv', map('\\\\nas\\media'), 'no_match'],
    ['D:\\data\\a.mkv', map('/data'), 'no_match'],
    ['/data/../etc/passwd', map('/data'), 'climbs'],
    ['/data/./a.mkv', map('/data'), 'climbs'],
    ['/data/..', map('/'), 'climbs'],
    ['D:\\Films\\..\\a.mkv', map('D:\\Films'), 'climbs'],
    ['D:\\Films\\.. \\a.mkv', map('D:\\Films'), 'climbs'],
    ['\\\\nas\\media\\...\\a.mkv', map('\\\\nas\\media'), 'climbs'],
    ['data/a.mkv', map('/data'), 'relative'],
    ['D:a.mkv', map('D:\\'), 'relative'],
    ['\\\\nas', map('\\\\nas\\media'), 'relative'],
    [' /data/a.mkv', map('/data'), 'relative'],
    ['/data/a\0.mkv', map('/data'), 'relative'],
    ['', map('/'), 'relative'],
  ])('%s under %o is not covered: %s', (path, mapping, reason) => {
    expect(cover(path, mapping)).toEqual({ covered: false, reason })
  })

  it('uses the first mapping that fits, not the longest', () => {
    const rows = [map('/other'), map('/data', '/a'), map('/data/films', '/b')]
    expect(cover('/data/films/a.mkv', ...rows)).toEqual({
      covered: true,
      row: 1,
      local_path: '/a/films/a.mkv',
    })
  })

  const segment = fc.stringMatching(/^[A-Za-z0-9 ._-]{1,8}$/)
  const segments = fc.array(segment, { minLength: 1, maxLength: 5 })
  const isDots = (one: string) => one.replace(/[. ]+$/, '') === ''
  const styles = fc.constantFrom<(parts: string[]) => string>(
    parts => `/${parts.join('/')}`,
    parts => `C:\\${parts.join('\\')}`,
    parts => `\\\\nas\\share\\${parts.join('\\')}`,
  )

  it('covers no path with `..` in it, wherever that is', () => {
    const dots = fc.constantFrom('.', '..')
    fc.assert(
      fc.property(styles, segments, segments, dots, (write, above, under, dot) => {
        const mapping = map(write(above))
        for (const at of under.keys()) {
          const path = write([...above, ...under.toSpliced(at, 0, dot)])
          expect(cover(path, mapping, map('/'), map('C:\\')).covered).toBe(false)
        }
      }),
    )
  })

  it('stays below the mapped folder: no folder beside it with the same beginning, and no `..` in the result', () => {
    fc.assert(
      fc.property(styles, segments, segments, segment, (write, above, under, more) => {
        fc.pre(![...above, ...under].some(isDots))
        const inside = cover(write([...above, ...under]), map(write(above), '/media/x'))
        expect(inside).toMatchObject({ covered: true, local_path: `/media/x/${under.join('/')}` })
        const sibling = [...above.slice(0, -1), `${above.at(-1)}${more}`, ...under]
        expect(cover(write(sibling), map(write(above))).covered).toBe(false)
      }),
    )
  })

  it('finds the file name in a path of any system', () => {
    const paths = ['/a/b.mkv', 'C:\\a\\b.mkv', '\\\\nas\\a\\b.mkv', '/a/x\\b.mkv', 'b.mkv', '/']
    expect(paths.map(baseName)).toEqual(['b.mkv', 'b.mkv', 'b.mkv', 'x\\b.mkv', '', ''])
  })
})
