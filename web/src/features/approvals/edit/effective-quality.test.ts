import { expect, it } from 'vitest'
import { effectiveQuality } from './effective-quality.ts'

const ANY = { id: 1, name: 'Any' }
const HD = { id: 4, name: 'HD-1080p' }
const UHD = { id: 5, name: 'Ultra-HD' }
const PROFILES = [ANY, HD, UHD]

it.each([
  [
    { person: 5, server: 4, library: 1 },
    { source: 'person', profile: UHD },
  ],
  [
    { person: null, server: 4, library: 5 },
    { source: 'server', profile: HD },
  ],
  [
    { person: undefined, server: 4, library: 5 },
    { source: 'server', profile: HD },
  ],
  [
    { person: null, server: 0, library: 5 },
    { source: 'library', profile: UHD },
  ],
  [
    { person: 0, server: 4, library: 5 },
    { source: 'library', profile: UHD },
  ],
  [
    { person: 99, server: 4, library: 5 },
    { source: 'library', profile: UHD },
  ],
  [
    { person: null, server: 0, library: undefined },
    { source: 'first', profile: ANY },
  ],
  [{ person: null, server: 0, library: 99 }, { source: 'missing' }],
  [
    { person: null, server: 4, library: 99 },
    { source: 'server', profile: HD },
  ],
] as const)('C59: %j is %j', (sources, effective) => {
  expect(effectiveQuality(sources, PROFILES)).toEqual(effective)
})

it('knows nothing without profiles', () => {
  expect(effectiveQuality({ person: 4, server: 4, library: 4 }, [])).toBeNull()
})
