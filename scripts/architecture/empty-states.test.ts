import { expect, it } from 'vitest'
import { readSources, stripComments } from './sources.ts'

/** Those where nothing can be done from there, and why. */
const WITHOUT_ACTION: Record<string, string> = {
  'web/src/features/books/search/search-view.tsx': 'The search field stands above it.',
  'web/src/features/music/search-view.tsx': 'The search field stands above it.',
  'web/src/features/search/recent-list.tsx': 'The search field stands above it.',
  'web/src/features/operations/job-kinds.tsx': 'No job waits: all is well.',
  'web/src/features/operations/stuck-deliveries.tsx': 'No delivery needs anybody: all is well.',
  'web/src/features/transcoder/activity-section.tsx': 'Idle: work comes from the transcoder itself.',
}
/** The parts of the design system, and their specimens. */
const NOT_PAGES = /^web\/src\/(ui|gallery)\//

const TAG = /<EmptyState\b([\s\S]*?)<\/EmptyState>/g

/** Every empty state, by its file. */
const found = readSources(process.cwd())
  .filter(({ path }) => path.startsWith('web/src/') && !NOT_PAGES.test(path))
  .flatMap(({ path, text }) =>
    [...stripComments(text).matchAll(TAG)].map(([, tag = '']) => ({
      path,
      has_action: /\baction=\{/.test(tag),
    })),
  )
const without = found.filter(({ has_action }) => !has_action).map(({ path }) => path)

it('an empty state has an action, or there is a reason why none is possible', () => {
  expect(found.length).toBeGreaterThan(50)
  expect(without.filter(path => !(path in WITHOUT_ACTION))).toEqual([])
})

it('a page has at most one empty state without an action, and no reason is left over', () => {
  expect(without.toSorted()).toEqual(Object.keys(WITHOUT_ACTION).toSorted())
})
