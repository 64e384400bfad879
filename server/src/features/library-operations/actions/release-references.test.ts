import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { isReference, referenceOf } from './release-references.ts'

const GUID = fc.oneof(fc.webUrl({ withQueryParameters: true }), fc.string({ minLength: 1 }))

describe('references of releases (2/4.5)', () => {
  it('are stable, short and say nothing of the GUID', () => {
    fc.assert(
      fc.property(GUID, guid => {
        const reference = referenceOf(guid)
        expect(reference).toBe(referenceOf(guid))
        expect(reference).toMatch(/^\[REDACTED release sha256:[0-9a-f]{16}\]$/)
        expect(isReference(reference)).toBe(true)
        // A part of the GUID that is long enough to mean something is not in it.
        if (guid.length > 16) expect(reference).not.toContain(guid.slice(0, 17))
      }),
    )
  })

  it('differ for different GUIDs, however alike they are', () => {
    fc.assert(
      fc.property(GUID, GUID, (a, b) => {
        expect(referenceOf(a) === referenceOf(b)).toBe(a === b)
        expect(referenceOf(a)).not.toBe(referenceOf(`${a}x`))
      }),
    )
  })

  it('are recognised only as a whole', () => {
    const reference = referenceOf('https://indexer.example/1?apikey=secret')
    for (const text of [
      reference.slice(1),
      `${reference} `,
      reference.toUpperCase(),
      '',
      'https://indexer.example/1',
    ])
      expect(isReference(text)).toBe(false)
  })
})
