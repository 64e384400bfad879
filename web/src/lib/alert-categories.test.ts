import { ADMIN_CATEGORIES, ALERT_CATEGORIES } from '@foyer/contract/notifications'
import { expect, it } from 'vitest'
import { categoryGroups } from './alert-categories.ts'

const shownTo = (is_admin: boolean) => categoryGroups(is_admin).flatMap(({ categories }) => categories)

it('1/4.14 shows every category once', () => {
  expect(shownTo(true).toSorted()).toEqual(ALERT_CATEGORIES.toSorted())
})

it('1/4.14 shows people only what they can receive, and leaves no group empty', () => {
  expect(shownTo(false)).toHaveLength(ALERT_CATEGORIES.length - ADMIN_CATEGORIES.size)
  expect(shownTo(false).filter(category => ADMIN_CATEGORIES.has(category))).toEqual([])
  expect(categoryGroups(false).filter(({ categories }) => categories.length === 0)).toEqual([])
})
