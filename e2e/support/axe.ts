import type { Page } from '@playwright/test'
import axe from 'axe-core'

const RULES = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice']

/**
 * WCAG 2.2 AA: what a machine can see of it. One line a broken rule, with the elements that break it.
 * `colours`: only what another theme of the same page can break.
 */
export async function violationsOn(page: Page, what: 'all' | 'colours' = 'all'): Promise<string[]> {
  // Parsed once a page: it is half a megabyte.
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(axe.source)
  const { violations } = await page.evaluate(
    // The script above put it there.
    rules =>
      (window as unknown as { axe: typeof axe }).axe.run({ runOnly: rules, resultTypes: ['violations'] }),
    what === 'all' ? RULES : ['color-contrast'],
  )
  return violations.map(({ id, nodes }) => `${id}: ${nodes.map(node => node.html).join(' ')}`)
}
