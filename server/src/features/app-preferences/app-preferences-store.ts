import {
  ListeningApp,
  type ListeningChoices,
  VideoApp,
  type VideoChoices,
} from '@foyer/contract/media-servers/app-preferences'
import type { Selectable } from 'kysely'
import type { Db, Tx } from '#db/database.ts'
import type { Tables } from '#db/tables.ts'
import { fromStorage } from '#kit/storage-fault.ts'

export interface AppChoices {
  video: VideoChoices
  listening: ListeningChoices
}

const INHERITED = {
  video_invite_server: '',
  video_account_server_a: '',
  video_account_server_b: '',
  listening_ios: '',
  listening_android: '',
} as const

/** Everything is inherited by somebody who never chose. */
export async function choicesOf(db: Db, user_id: number): Promise<AppChoices> {
  const row =
    (await db.selectFrom('app_preferences').selectAll().where('user_id', '=', user_id).executeTakeFirst()) ??
    INHERITED
  return fromStorage(() => ({
    video: {
      invite_server: { ios: VideoApp.parse(row.video_invite_server) },
      account_server_a: { ios: VideoApp.parse(row.video_account_server_a) },
      account_server_b: { ios: VideoApp.parse(row.video_account_server_b) },
    },
    listening: {
      ios: ListeningApp.parse(row.listening_ios),
      android: ListeningApp.parse(row.listening_android),
    },
  }))
}

export async function saveVideoChoices(tx: Tx, user_id: number, choices: VideoChoices): Promise<void> {
  await save(tx, user_id, {
    video_invite_server: choices.invite_server.ios,
    video_account_server_a: choices.account_server_a.ios,
    video_account_server_b: choices.account_server_b.ios,
  })
}

export async function saveListeningChoices(
  tx: Tx,
  user_id: number,
  { ios, android }: ListeningChoices,
): Promise<void> {
  await save(tx, user_id, { listening_ios: ios, listening_android: android })
}

type Change = Partial<Omit<Selectable<Tables['app_preferences']>, 'user_id'>>

async function save(tx: Tx, user_id: number, changed: Change): Promise<void> {
  await tx
    .insertInto('app_preferences')
    .values({ user_id, ...INHERITED, ...changed })
    .onConflict(conflict => conflict.column('user_id').doUpdateSet(changed))
    .execute()
}
