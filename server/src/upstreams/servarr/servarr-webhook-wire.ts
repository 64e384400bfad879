import { z } from 'zod'

/** Only name and value matter on write; the rest is echoed as it came (servarr-common.md, 9). */
export const Field = z.looseObject({ name: z.string(), value: z.unknown().optional() })
export type Field = z.infer<typeof Field>

/** The `on*` flags differ by product and version, so they stay among the loose members. */
export const Notification = z.looseObject({
  id: z.int().optional(),
  name: z.string().nullish(),
  implementation: z.string(),
  fields: z.array(Field),
  tags: z.array(z.int()).nullish(),
  /** Derived by the manager where it is sent at all: some event is wanted (chaptarr.json). */
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

/** Whether any of these events would make it call. */
export function isEnabled(record: Notification, events: readonly string[]): boolean {
  return record.enable !== false && events.some(event => record[event] === true)
}

/** Whether it tells of all these events that it knows, for every title and by POST. */
export function isComplete(record: Notification, events: readonly string[]): boolean {
  const method = record.fields.find(field => field.name === 'method')?.value
  const hears = events.filter(event => event in record).every(event => record[event] === true)
  return hears && (record.tags ?? []).length === 0 && (method === undefined || method === METHOD_POST)
}

/** The record, or the empty form, filled in; flags that this version lacks are left out. */
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
