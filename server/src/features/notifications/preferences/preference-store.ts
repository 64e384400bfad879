import { NotificationChoices } from '@foyer/contract/notifications'
import type { Db, Tx } from '#db/database.ts'
import { fromStorage } from '#kit/storage-fault.ts'
import { DEFAULT_CHOICES } from './preference-rules.ts'

/** A switch newer than the row has its default value. */
const Stored = NotificationChoices.partial()

function parse(text: string): NotificationChoices {
  return fromStorage(() => {
    const known = Object.entries(Stored.parse(JSON.parse(text))).filter(([, value]) => value !== undefined)
    return { ...DEFAULT_CHOICES, ...Object.fromEntries(known) }
  })
}

/** People without a choice are absent. */
export async function savedChoices(
  db: Db,
  user_ids: readonly number[],
): Promise<Map<number, NotificationChoices>> {
  if (user_ids.length === 0) return new Map()
  const rows = await db
    .selectFrom('notification_preferences')
    .select(['user_id', 'choices'])
    .where('user_id', 'in', user_ids)
    .execute()
  return new Map(rows.map(row => [row.user_id, parse(row.choices)]))
}

export async function choicesOf(db: Db, user_id: number): Promise<NotificationChoices> {
  return (await savedChoices(db, [user_id])).get(user_id) ?? DEFAULT_CHOICES
}

export async function saveChoices(
  tx: Tx,
  { user_id, choices, now }: { user_id: number; choices: NotificationChoices; now: string },
): Promise<void> {
  const row = { choices: JSON.stringify(choices), updated_at: now }
  await tx
    .insertInto('notification_preferences')
    .values({ user_id, ...row })
    .onConflict(conflict => conflict.column('user_id').doUpdateSet(row))
    .execute()
}

/** Whether anybody turned on a category that is off by default. */
export async function doesAnybodyChoose(db: Db, category: keyof NotificationChoices): Promise<boolean> {
  const row = await db
    .selectFrom('notification_preferences')
    .select('user_id')
    .where('choices', 'like', `%"${category}":true%`)
    .limit(1)
    .executeTakeFirst()
  return row !== undefined
}
