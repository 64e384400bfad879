import { describe, expect, it } from 'vitest'
import type { FormatSettings } from '#ports/manager-configuration.ts'
import { editFormat, formatFrom } from '#upstreams/servarr/servarr-configuration-wire.ts'
import { diffFormats, formatProblem, isSameFormat, isSameShown } from './custom-format-rules.ts'

const KINDS = [
  { implementation: 'ReleaseTitleSpecification', fields: ['value'] },
  { implementation: 'SizeSpecification', fields: ['min', 'max'] },
]
const X265 = {
  name: 'x265',
  implementation: 'ReleaseTitleSpecification',
  negate: false,
  required: true,
  fields: { value: 'x265' },
}
const FORMAT: FormatSettings = { name: 'HD', specifications: [X265] }
const other = (change: object): FormatSettings => ({ name: 'HD', specifications: [{ ...X265, ...change }] })

describe('a custom format', () => {
  it.each([
    [FORMAT, null],
    [{ ...FORMAT, name: ' ' }, 'a name'],
    [{ ...FORMAT, specifications: [] }, 'at least one condition'],
    [other({ name: '' }), 'needs a name'],
    [{ name: 'HD', specifications: [X265, X265] }, 'name of its own'],
    [other({ implementation: 'Dance' }), 'ReleaseTitleSpecification, SizeSpecification'],
    [other({ fields: { tempo: 1 } }), 'unknown fields (tempo)'],
  ])('%j is checked before it is sent', (format, problem) => {
    const found = formatProblem(format, KINDS)
    if (problem === null) expect(found).toBeNull()
    else expect(found).toContain(problem)
  })

  it('differs by its conditions', () => {
    const added = { ...X265, name: 'size', implementation: 'SizeSpecification', fields: { min: 1 } }
    expect(diffFormats(null, FORMAT)).toMatchObject([{ key: 'specifications.x265', before: null }])
    expect(diffFormats(FORMAT, FORMAT)).toEqual([])
    expect(diffFormats(FORMAT, { ...FORMAT, specifications: [added] })).toMatchObject([
      { key: 'specifications.x265', after: null },
      { key: 'specifications.size', before: null, after: { fields: { min: 1 } } },
    ])
    expect(diffFormats(FORMAT, other({ negate: true }))).toHaveLength(1)
  })

  it('is found again after the manager added defaults, and not when anything else differs', () => {
    expect(isSameFormat(FORMAT, other({ fields: { value: 'x265', extra: false } }))).toBe(true)
    expect(isSameFormat(FORMAT, other({ fields: { value: 'x264' } }))).toBe(false)
    expect(isSameFormat(FORMAT, { ...FORMAT, name: 'UHD' })).toBe(false)
    expect(isSameFormat(FORMAT, { ...FORMAT, specifications: [] })).toBe(false)
  })

  it('is shown as recorded when only defaults were added', () => {
    const shown = { implementation: 'A', negate: false, required: true, fields: { min: 1 } }
    expect(isSameShown(shown, { ...shown, fields: { min: 1, max: 9 } })).toBe(true)
    expect(isSameShown(shown, { ...shown, fields: { min: 2 } })).toBe(false)
    expect(isSameShown(shown, { ...shown, negate: true })).toBe(false)
    expect(isSameShown(null, shown)).toBe(false)
    expect(isSameShown(null, null)).toBe(true)
  })

  it('keeps what Foyer does not know when it is changed', () => {
    const document = {
      id: 3,
      name: 'HD',
      includeCustomFormatWhenRenaming: true,
      appliesTo: 'ebook',
      specifications: [
        {
          ...X265,
          infoLink: 'https://example.org',
          fields: [{ order: 0, name: 'value', label: 'Text', value: 'x265' }],
        },
      ],
    }
    const edited = editFormat(formatFrom(document), other({ fields: { value: 'hevc' } }))
    expect(edited.document).toEqual({
      ...document,
      specifications: [
        {
          ...document.specifications[0],
          fields: [{ order: 0, name: 'value', label: 'Text', value: 'hevc' }],
        },
      ],
    })
  })
})
