import { existsSync, readFileSync } from 'node:fs'
import { expect, it } from 'vitest'

const PATH = /(?:web|server|contract|scripts|simulators|docs)\/[\w./-]+\.(?:tsx?|md)/g

it('every file that docs/architecture.md names exists', () => {
  const named = [...readFileSync('docs/architecture.md', 'utf8').matchAll(PATH)].map(([path]) => path)
  expect(named.length).toBeGreaterThan(20)
  expect(named.filter(path => !existsSync(path))).toEqual([])
})
