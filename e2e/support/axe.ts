import type { Page } from '@playwright/test'
import type axe from 'axe-core'
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'

/** The small one: every page that is looked at parses it once. */
const SOURCE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')

/** Navigations that this worker has looked at: they are the same on most pages, and a good part of the work. */
const seen = new Set<string>()

/** Pictures of a row beyond the first few: they are like those, and a page of posters has hundreds of elements. */
const MORE_PICTURES = 'li:nth-child(n+5):has(img)'

/** WCAG 2.2 AA: what a machine can see of it. One line a broken rule, with the elements that break it. */
export async function violationsOn(page: Page): Promise<string[]> {
  const { is_loaded, navigation } = await page.evaluate(readPage)
  if (!is_loaded) await page.evaluate(SOURCE)
  const exclude = seen.has(navigation) ? ['nav', MORE_PICTURES] : [MORE_PICTURES]
  const violations = await page.evaluate(look, exclude)
  seen.add(navigation)
  return violations
}

/** The navigation with all that its looks depend on: what it holds, where it is, and the theme. */
function readPage() {
  const parts = Array.from(document.querySelectorAll('nav'), nav => {
    const { x, y, width, height } = nav.getBoundingClientRect()
    // Behind an open dialog it is not looked at.
    const is_covered = nav.closest('[aria-hidden=true]') !== null
    return [x, y, width, height, is_covered, nav.outerHTML].join(' ')
  })
  const { theme } = document.documentElement.dataset
  return { is_loaded: 'axe' in window, navigation: [innerWidth, theme, ...parts].join(' ') }
}

/** Runs in the page. */
async function look(exclude: string[]): Promise<string[]> {
  const { axe: library } = window as unknown as { axe: typeof axe }
  let has_moved = false
  addEventListener('transitionrun', () => (has_moved = true), true)
  for (;;) {
    // What turns for ever (a skeleton's shimmer) is not waited for.
    const moving = document
      .getAnimations()
      .filter(({ effect }) => effect?.getTiming().iterations !== Infinity)
    await Promise.allSettled(moving.map(({ finished }) => finished))
    has_moved = false
    const { violations } = await library.run(
      { include: [document.documentElement], exclude },
      {
        runOnly: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'],
        resultTypes: ['violations'],
        selectors: false,
        iframes: false,
      },
    )
    // A colour on its way to another says nothing about either.
    if (violations.length === 0 || !has_moved)
      return violations.map(({ id, nodes }) => `${id}: ${nodes.map(node => node.html).join(' ')}`)
  }
}
