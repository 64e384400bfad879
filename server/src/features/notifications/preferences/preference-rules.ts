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
import { ADMIN_TYPES, type AlertType, CATEGORY_OF, INBOX_TYPES, isAlertType } from '../alerts/alert.ts'

/** The categories an admin allows. */
export interface ServerPolicy {
  enabled: boolean
  categories: CategorySwitches
}

/** For people who have not made a choice (1/4.14). */
export const DEFAULT_CHOICES: NotificationChoices = { push_enabled: true, ...CATEGORY_DEFAULTS }

/** 1:4.14: these two keep their value when omitted; everything else is replaced, and omitted means off. */
export function applyUpdate(current: NotificationChoices, update: PreferencesUpdate): NotificationChoices {
  const { push_enabled, request_auto_approved, ...categories } = update
  return {
    ...categories,
    push_enabled: push_enabled ?? current.push_enabled,
    request_auto_approved: request_auto_approved ?? current.request_auto_approved,
  }
}

/** Every category is allowed unless an admin turns it off. */
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

/** Types this version does not know are treated as admin-only. */
export function isForAdmins(type: string): boolean {
  if (!isAlertType(type) || ADMIN_TYPES.has(type)) return true
  const category: AlertCategory | null = CATEGORY_OF[type]
  return category !== null && ADMIN_CATEGORIES.has(category)
}

/** Whether this role may receive the type at all. */
function isOpenTo(type: AlertType, role: Role): boolean {
  return role === 'admin' || !isForAdmins(type)
}

/** 1/4.14 — effective = server policy AND personal master AND personal category. */
export function goesToDevices(
  type: AlertType,
  who: { policy: ServerPolicy; choices: NotificationChoices; role: Role },
): boolean {
  const category: AlertCategory | null = CATEGORY_OF[type]
  const { policy, choices, role } = who
  if (INBOX_TYPES.has(type) || !isOpenTo(type, role) || !policy.enabled || !choices.push_enabled) return false
  return category === null || (policy.categories[category] && choices[category])
}

/**
 * The inbox disturbs nobody, so the master switches do not apply: it keeps the categories a person has on, and always
 * the results of their own requests and types without a category.
 */
export function goesToInbox(
  type: AlertType,
  { choices, role }: { choices: NotificationChoices; role: Role },
): boolean {
  const category: AlertCategory | null = CATEGORY_OF[type]
  return isOpenTo(type, role) && (category === null || type === 'request_decision' || choices[category])
}
