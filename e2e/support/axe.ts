import type { Page } from '@playwright/test'
import type axe from 'axe-core'
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'

/** The small one: every page that is looked at parses it once. */
const SOURCE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')

/** Navigations that this worker has looked at: they are the same on most pages, and a good part of the work. */
const seen = new Set<string>()

/**
 * WCAG 2.2 AA: what a machine can see of it. One line a broken rule, with the theme and the elements that break it. All
 * of it in the theme that the page has, and in the other the colours, which are all that another theme can break.
 */
export async function violationsOn(page: Page): Promise<string[]> {
  const { is_loaded, navigation } = await page.evaluate(readPage)
  if (!is_loaded) await page.evaluate(SOURCE)
  const violations = await page.evaluate(lookInBothThemes, seen.has(navigation) ? ['nav'] : [])
  seen.add(navigation)
  return violations
}

/** The navigation with all that its looks depend on: what it holds, and where it is. */
function readPage() {
  const parts = Array.from(document.querySelectorAll('nav'), nav => {
    const { x, y, width, height } = nav.getBoundingClientRect()
    // Behind an open dialog it is not looked at.
    const is_covered = nav.closest('[aria-hidden=true]') !== null
    return [x, y, width, height, is_covered, nav.outerHTML].join(' ')
  })
  return { is_loaded: 'axe' in window, navigation: [innerWidth, ...parts].join(' ') }
}

/** Runs in the page. The theme is switched without a frame in between: none is painted, and no colour is half of each. */
async function lookInBothThemes(exclude: string[]): Promise<string[]> {
  const { axe: library } = window as unknown as { axe: typeof axe }
  const root = document.documentElement
  const look = async (runOnly: string[]) => {
    const { violations } = await library.run(
      { exclude },
      { runOnly, resultTypes: ['violations'], selectors: false, iframes: false },
    )
    return violations.map(
      ({ id, nodes }) => `${root.dataset['theme']}, ${id}: ${nodes.map(node => node.html).join(' ')}`,
    )
  }
  // What turns for ever (a skeleton's shimmer) is not waited for.
  const moving = document.getAnimations().filter(({ effect }) => effect?.getTiming().iterations !== Infinity)
  await Promise.allSettled(moving.map(({ finished }) => finished))
  const still = new CSSStyleSheet()
  still.replaceSync('*, ::before, ::after { transition: none !important }')
  document.adoptedStyleSheets.push(still)
  const theme = root.dataset['theme'] ?? ''
  // What lies on a picture is dark in both; the gallery names the theme of its parts, too.
  const themed = theme === 'light' ? document.querySelectorAll<HTMLElement>('[data-theme=light]') : [root]
  try {
    const all = await look(['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'])
    for (const part of themed) part.dataset['theme'] = theme === 'light' ? 'dark' : 'light'
    return [...all, ...(await look(['color-contrast']))]
  } finally {
    for (const part of themed) part.dataset['theme'] = theme
    document.adoptedStyleSheets.pop()
  }
}
