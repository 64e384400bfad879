import type { Page } from '@playwright/test'
import type axe from 'axe-core'
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'

/** The small one: every page that is looked at parses it once. */
const SOURCE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')

/** Navigations that this worker has looked at: they are the same on most pages, and a good part of the work. */
const seen = new Set<string>()
/** Looks of text that this worker has seen in both themes; see `lookInBothThemes`. */
const seen_looks = new Set<string>()

/**
 * WCAG 2.2 AA: what a machine can see of it. One line a broken rule, with the theme and the elements that break it. All
 * of it in the theme that the page has, and in the other the colours, which are all that another theme can break: once
 * for each way that text looks, because the same styles have the same colours on every page.
 */
export async function violationsOn(page: Page): Promise<string[]> {
  const { is_loaded, navigation } = await page.evaluate(readPage)
  if (!is_loaded) await page.evaluate(SOURCE)
  const { violations, looks } = await page.evaluate(lookInBothThemes, {
    exclude: seen.has(navigation) ? ['nav'] : [],
    known: [...seen_looks],
  })
  seen.add(navigation)
  // A look that is broken is reported wherever it appears.
  if (violations.length === 0) for (const look of looks) seen_looks.add(look)
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
async function lookInBothThemes({ exclude, known }: { exclude: string[]; known: string[] }) {
  const { axe: library } = window as unknown as { axe: typeof axe }
  const root = document.documentElement
  const seen_before = new Set(known)
  const looks = new Map<string, Element>()
  /** The styles of a text, and those behind it. */
  const lookOf = (element: Element) => {
    const styles = [element.tagName, element.getAttribute('class')]
    for (let behind = element.parentElement; behind; behind = behind.parentElement)
      if (/bg-|from-|opacity|mask|text-/.test(behind.className)) styles.push(behind.className)
    return styles.join(' < ')
  }
  const hasText = ({ childNodes }: Element) =>
    Array.from(childNodes).some(({ nodeType, nodeValue }) => nodeType === 3 && nodeValue?.trim())
  for (const element of document.body.querySelectorAll('*')) {
    const is_looked_at =
      !exclude.some(part => element.closest(part)) && element.checkVisibility({ opacityProperty: true })
    if (!is_looked_at || !hasText(element)) continue
    const look = lookOf(element)
    if (!seen_before.has(look)) looks.set(look, element)
  }
  const look = async (runOnly: string[], include: Element[] = [root]) => {
    const { violations } = await library.run(
      { include, exclude },
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
    const others = looks.size === 0 ? [] : await look(['color-contrast'], [...looks.values()])
    return { violations: [...all, ...others], looks: [...looks.keys()] }
  } finally {
    for (const part of themed) part.dataset['theme'] = theme
    document.adoptedStyleSheets.pop()
  }
}
