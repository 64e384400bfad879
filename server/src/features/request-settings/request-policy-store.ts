import { SeasonScope } from '@foyer/contract/requests/requests'
import type { UserRequestSettings } from '@foyer/contract/request-settings'
import type { Flag } from '#db/column-types.ts'
import type { Db, Tx } from '#db/database.ts'
import { defineQuery } from '#db/compiled-query.ts'
import { fromStorage } from '#kit/storage-fault.ts'
import { INHERIT_ALL } from './request-policy-rules.ts'

function boolean(flag: Flag | null): boolean | null {
  return flag === null ? null : flag === 1
}

function flag(value: boolean | null): Flag | null {
  return value === null ? null : value ? 1 : 0
}

const ownSettings = defineQuery((db, { user_id }: { user_id: number }) =>
  db.selectFrom('user_request_settings').selectAll().where('user_id', '=', user_id),
)

/** This person's own settings; all null when there are none. */
export async function ownSettingsOf(db: Db, user_id: number): Promise<UserRequestSettings> {
  const [row] = await ownSettings(db, { user_id })
  if (!row) return INHERIT_ALL
  return {
    require_approval: boolean(row.require_approval),
    allow_season_choice: boolean(row.allow_season_choice),
    season_scope: fromStorage(() => SeasonScope.nullable().parse(row.season_scope)),
    allow_quality_choice: boolean(row.allow_quality_choice),
    quality_profile_movie: row.quality_profile_movie,
    quality_profile_tv: row.quality_profile_tv,
  }
}

export async function saveOwnSettings(tx: Tx, user_id: number, own: UserRequestSettings): Promise<void> {
  const values = {
    ...own,
    require_approval: flag(own.require_approval),
    allow_season_choice: flag(own.allow_season_choice),
    allow_quality_choice: flag(own.allow_quality_choice),
  }
  await tx
    .insertInto('user_request_settings')
    .values({ user_id, ...values })
    .onConflict(conflict => conflict.column('user_id').doUpdateSet(values))
    .execute()
}
