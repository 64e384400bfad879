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

it.each(PAGES)('every link of %s leads to a page and a heading that exist', page => {
  const broken = Array.from(readFileSync(page, 'utf8').matchAll(LINK), ([link, path, anchor]) => {
    const target = path ? join(dirname(page), path) : page
    if (!existsSync(target)) return link
    return anchor && target.endsWith('.md') && !anchorsOf(target).includes(anchor) ? link : null
  })
  expect(broken.filter(link => link !== null)).toEqual([])
})
