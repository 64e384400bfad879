import {
  ADMIN_CATEGORIES,
  ALERT_CATEGORIES,
  type AlertCategory,
  CATEGORY_DEFAULTS,
  type CategorySwitches,
  type NotificationChoices,
  type PreferencesUpdate,
} from '@foyer/contract/notifications'
import type { Role } from '@foyer/contract/permissions'
import { type AlertType, CATEGORY_OF, isAlertType } from './alert.ts'

/** What an admin allows at all. */
export interface ServerPolicy {
  enabled: boolean
  categories: CategorySwitches
}

/** Of somebody who never chose (1/4.14). */
export const DEFAULT_CHOICES: NotificationChoices = { push_enabled: true, ...CATEGORY_DEFAULTS }

/** 1:4.14 — these two survive being left out; everything else is replaced, and left out means off. */
export function applyUpdate(current: NotificationChoices, update: PreferencesUpdate): NotificationChoices {
  const { push_enabled, request_auto_approved, ...categories } = update
  return {
    ...categories,
    push_enabled: push_enabled ?? current.push_enabled,
    request_auto_approved: request_auto_approved ?? current.request_auto_approved,
  }
}

/** Every category is allowed until an admin says otherwise. */
export function completePolicy(saved: {
  enabled: boolean
  categories: Partial<CategorySwitches>
}): ServerPolicy {
  const categories = Object.fromEntries(
    ALERT_CATEGORIES.map(category => [category, saved.categories[category] ?? true]),
  )
  // Built from every category, so that none is missing.
  return { enabled: saved.enabled, categories: categories as CategorySwitches }
}

/** What this version does not know is nobody else's business. */
export function isForAdmins(type: string): boolean {
  return !isAlertType(type) || ADMIN_CATEGORIES.has(CATEGORY_OF[type])
}

/** May this role hear of that category at all? */
function isOpenTo(category: AlertCategory, role: Role): boolean {
  return role === 'admin' || !ADMIN_CATEGORIES.has(category)
}

/** 1/4.14 — effective = server policy AND personal master AND personal category. */
export function goesToDevices(
  type: AlertType,
  who: { policy: ServerPolicy; choices: NotificationChoices; role: Role },
): boolean {
  const category = CATEGORY_OF[type]
  const { policy, choices, role } = who
  return (
    isOpenTo(category, role) &&
    policy.enabled &&
    policy.categories[category] &&
    choices.push_enabled &&
    choices[category]
  )
}

/**
 * The inbox disturbs nobody, so the masters do not rule it: it keeps what a person wants told, and always what
 * became of their own requests.
 */
export function goesToInbox(
  type: AlertType,
  { choices, role }: { choices: NotificationChoices; role: Role },
): boolean {
  const category = CATEGORY_OF[type]
  return isOpenTo(category, role) && (type === 'request_decision' || choices[category])
}
