import { readdirSync, readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { CACHE_NAMES, JOB_NAMES } from './operation-names.ts'

const SERVER = new URL('../../../../server/src/', import.meta.url)
const code = readdirSync(SERVER, { recursive: true, encoding: 'utf8' })
  .filter(name => name.endsWith('.ts') && !name.endsWith('.test.ts'))
  .map(name => readFileSync(new URL(name, SERVER), 'utf8'))
  .join('\n')

function namesAfter(maker: string): string[] {
  const found = code.matchAll(new RegExp(`${maker}[^(]*\\(\\{[^}]*?name: '([\\w-]+)'`, 'g'))
  return [...new Set(Array.from(found, ([, name = '']) => name))].sort()
}

it('names every job and cache of the server', () => {
  expect(namesAfter('defineJob')).toEqual([...JOB_NAMES])
  expect(namesAfter('create(?:Value)?Cache')).toEqual([...CACHE_NAMES])
})
