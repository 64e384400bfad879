import type { Page } from '@playwright/test'
import type axe from 'axe-core'
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'

/** The small one: every page that is looked at parses it once. */
const SOURCE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')
const RULES = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice']

/**
 * WCAG 2.2 AA: what a machine can see of it. One line a broken rule, with the elements that break it.
 * `colours`: only what another theme of the same page can break.
 */
export async function violationsOn(page: Page, what: 'all' | 'colours' = 'all'): Promise<string[]> {
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(SOURCE)
  const { violations } = await page.evaluate(
    // The script above put it there.
    rules =>
      (window as unknown as { axe: typeof axe }).axe.run({
        runOnly: rules,
        resultTypes: ['violations'],
        selectors: false,
        iframes: false,
      }),
    what === 'all' ? RULES : ['color-contrast'],
  )
  return violations.map(({ id, nodes }) => `${id}: ${nodes.map(node => node.html).join(' ')}`)
}
