import { readdirSync, readFileSync } from 'node:fs'
import { expect, it } from 'vitest'

const ROUTES = new URL('../routes/_app/', import.meta.url)

it('all pages use one layout for width and left edge', () => {
  const files = readdirSync(ROUTES, { recursive: true, encoding: 'utf8' }).filter(name =>
    name.endsWith('.tsx'),
  )
  expect(files.length).toBeGreaterThan(40)
  const own = files.filter(name =>
    /mx-auto|max-w-\dxl flex-col/.test(readFileSync(new URL(name, ROUTES), 'utf8')),
  )
  expect(own).toEqual([])
})
