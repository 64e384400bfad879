import { z } from 'zod'

/** Only name and value matter on write; the rest is sent back unchanged (servarr-common.md, 9). */
export const Field = z.looseObject({ name: z.string(), value: z.unknown().optional() })
export type Field = z.infer<typeof Field>

/** The `on*` flags differ by product and version, so they are kept as loose fields. */
export const Notification = z.looseObject({
  id: z.int().optional(),
  name: z.string().nullish(),
  implementation: z.string(),
  fields: z.array(Field),
  tags: z.array(z.int()).nullish(),
  /** Computed by the manager if it is present: at least one event is enabled (chaptarr.json). */
  enable: z.boolean().nullish(),
})
export type Notification = z.infer<typeof Notification>

export const Notifications = z.array(Notification)

const MASK = '********'
const METHOD_POST = 1

/** The text of a field; null when the manager masks it. */
export function textField({ fields }: Notification, name: string): string | null {
  const value = fields.find(field => field.name === name)?.value
  if (value === MASK) return null
  return typeof value === 'string' ? value : ''
}

/** Whether any of these events is enabled. */
export function isEnabled(record: Notification, events: readonly string[]): boolean {
  return record.enable !== false && events.some(event => record[event] === true)
}

/** Whether it reports all of these events that it supports, for every title and by POST. */
export function isComplete(record: Notification, events: readonly string[]): boolean {
  const method = record.fields.find(field => field.name === 'method')?.value
  const hasAllEvents = events.filter(event => event in record).every(event => record[event] === true)
  return hasAllEvents && (record.tags ?? []).length === 0 && (method === undefined || method === METHOD_POST)
}

/** The record, or the empty form, filled in; flags this version lacks are omitted. */
export function fillIn(
  form: Notification,
  { name, ...values }: { name: string; url: string; username: string; password: string },
  events: readonly string[],
): Notification {
  const wanted: Record<string, unknown> = { ...values, method: METHOD_POST }
  return {
    ...form,
    name,
    tags: [],
    ...Object.fromEntries(events.filter(event => event in form).map(event => [event, true])),
    fields: form.fields.map(field =>
      field.name in wanted ? { ...field, value: wanted[field.name] } : field,
    ),
  }
}
