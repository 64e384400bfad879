import { ALERT_CATEGORIES } from '@foyer/contract/notifications'
import type { TFunction } from 'i18next'
import { expect, it } from 'vitest'
import { eventSummary } from './event-summary.ts'

const t = ((key: string) => key.split('.').slice(-2).join('.')) as unknown as TFunction

it('names whole groups, and the rest one by one', () => {
  expect(eventSummary(t, ALERT_CATEGORIES, true)).toEqual(['events.all'])
  expect(eventSummary(t, [], true)).toEqual([])
  expect(
    eventSummary(t, ['new_movie', 'request_pending', 'request_decision', 'request_auto_approved'], true),
  ).toEqual(['group.requests', 'category.new_movie'])
})

it('1/4.14 what only admins can receive is not missed by others', () => {
  expect(eventSummary(t, ['request_decision', 'request_auto_approved'], false)).toEqual(['group.requests'])
  expect(eventSummary(t, ['issue_report_update'], false)).toEqual(['category.issue_report_update'])
})
