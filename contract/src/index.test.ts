import { readdirSync, readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { allRoutes } from './index.ts'

const SOURCES = new URL('.', import.meta.url)
const NOT_SLICES = ['index.ts', 'route.ts']

const files = readdirSync(SOURCES, { recursive: true, encoding: 'utf8' })
  .filter(name => name.endsWith('.ts') && !name.endsWith('.test.ts') && !NOT_SLICES.includes(name))
  .map(name => ({ name, text: readFileSync(new URL(name, SOURCES), 'utf8') }))

const withRoutes = files.filter(({ text }) => text.includes('defineRoute('))

describe('the list of all routes', () => {
  it('is compared with the folder, and the folder was read', () => {
    expect(files.length).toBeGreaterThan(40)
    expect(withRoutes.length).toBeGreaterThan(35)
  })

  it.each(withRoutes)('has every route of $name', async ({ name, text }) => {
    const exported: Record<string, unknown> = await import(new URL(name, SOURCES).href)
    const listed = Object.values(exported).filter(value => allRoutes.some(route => route === value))
    expect(listed).toHaveLength(text.split('defineRoute(').length - 1)
  })

  it('holds each route once', () => {
    const names = allRoutes.map(({ method, path }) => `${method} ${path}`)
    expect(names.filter((name, at) => names.indexOf(name) !== at)).toEqual([])
  })
})
