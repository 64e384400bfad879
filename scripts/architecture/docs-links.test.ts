import { existsSync, globSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { expect, it } from 'vitest'

const PAGES = globSync(['*.md', 'docs/**/*.md', '*/README.md'], { exclude: ['node_modules/**'] })
const LINK = /\]\((?!https?:|mailto:)([^)\s#]*)(?:#([^)\s]+))?\)/g

/** As forges make them: lower case, without punctuation, with hyphens for spaces. */
function anchorsOf(page: string): string[] {
  const headings = readFileSync(page, 'utf8').matchAll(/^#+ (.+)$/gm)
  return Array.from(headings, ([, heading = '']) =>
    heading
      .toLowerCase()
      .replace(/[^\p{L}\p{N} _-]/gu, '')
      .replaceAll(' ', '-'),
  )
}

it('every guide is listed in docs/README.md, and the ones that strangers look for in README.md', () => {
  const list = readFileSync('docs/README.md', 'utf8')
  const guides = globSync('docs/*.md').filter(page => page !== 'docs/README.md')
  expect(guides.length).toBeGreaterThan(25)
  expect(guides.filter(page => !list.includes(`](${page.slice('docs/'.length)})`))).toEqual([])
  const readme = readFileSync('README.md', 'utf8')
  const wanted =
    'README install container archive upgrade reverse-proxy tmdb-key sign-in notifications backup recovery migrating troubleshooting translating'
  expect(wanted.split(' ').filter(name => !readme.includes(`](docs/${name}.md)`))).toEqual([])
})

it('every page of the settings that a guide names is called so', () => {
  const texts = JSON.parse(readFileSync('web/src/locales/en/settings.json', 'utf8')) as object
  const titles = Object.values(texts).flatMap(text =>
    typeof text === 'object' && text !== null && 'title' in text ? [String(text.title)] : [],
  )
  const named = PAGES.flatMap(page =>
    Array.from(
      readFileSync(page, 'utf8').matchAll(/\bSettings(?:,| →)\s(?=[A-Z])([^.:;()|*]+)/g),
      ([, name = '']) => ({ page, name }),
    ),
  )
  expect(named.length).toBeGreaterThan(10)
  expect(named.filter(({ name }) => !titles.some(title => name.startsWith(title)))).toEqual([])
})

it.each(PAGES)('every link of %s leads to a page and a heading that exist', page => {
  const broken = Array.from(readFileSync(page, 'utf8').matchAll(LINK), ([link, path, anchor]) => {
    const target = path ? join(dirname(page), path) : page
    if (!existsSync(target)) return link
    return anchor && target.endsWith('.md') && !anchorsOf(target).includes(anchor) ? link : null
  })
  expect(broken.filter(link => link !== null)).toEqual([])
})
