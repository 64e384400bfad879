import type { AlertCategory } from '@foyer/contract/notifications'
import type { TFunction } from 'i18next'
import { categoryGroups } from '#lib/alert-categories.ts'

/** The selected events in few words: a group by its name when all of it is selected. */
export function eventSummary(t: TFunction, events: readonly AlertCategory[], is_admin: boolean): string[] {
  const groups = categoryGroups(is_admin)
  const isOn = (category: AlertCategory) => events.includes(category)
  if (groups.every(({ categories }) => categories.every(isOn))) return [t('destinations.events.all')]
  return groups.flatMap(({ id, categories }) =>
    categories.length > 1 && categories.every(isOn)
      ? [t(`notifications.group.${id}`)]
      : categories.filter(isOn).map(category => t(`notifications.category.${category}`)),
  )
}
