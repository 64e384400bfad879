import type { Role } from '@foyer/contract/permissions'
import type { Db } from '#db/database.ts'
import type { Inventory } from '#features/instances/index.ts'
import type { TitleGate } from '#features/kids/index.ts'
import type { Log } from '#kit/log.ts'
import { isContent } from '../alerts/alert-rules.ts'
import { type AlertData, type AlertType, type Audience, isWatched } from '../alerts/alert.ts'
import { isForAdmins } from '../preferences/preference-rules.ts'
import * as people from './people-store.ts'

export interface Person {
  user_id: number
  role: Role
}

/** `unknown`: whether a kids account may see the title cannot be determined now. Nothing is sent then. */
export type Verdict = 'yes' | 'no' | 'unknown'

interface AlertFacts {
  type: AlertType
  data: AlertData
}

/** Decides who may receive an alert: at fan-out, and again before each send. */
export function createAudienceJudge(parts: {
  inventory: Pick<Inventory, 'viewersAmong'>
  kids: Pick<TitleGate, 'canReceive'>
  log: Pick<Log, 'warn'>
}) {
  const { inventory, kids, log } = parts

  function candidates(db: Db, audience: Audience, only?: readonly number[]): Promise<Person[]> {
    switch (audience.to) {
      case 'admins':
        return people.listPeople(db, { role: 'admin', only })
      case 'users':
        return people.listPeople(db, { only: within(audience.user_ids, only) })
      case 'users_and_admins':
        return people.listPeople(db, { or_admin: audience.user_ids, only })
      default:
        return people
          .listPeople(db, { only })
          .then(all => all.filter(one => !audience.except?.includes(one.user_id)))
    }
  }

  /** Library alerts go only to people who can see that library. */
  async function limitToViewers(
    db: Db,
    { type, data }: AlertFacts,
    among: readonly Person[],
  ): Promise<Person[]> {
    const able = isForAdmins(type) ? among.filter(one => one.role === 'admin') : [...among]
    if (!isContent(type) || able.length === 0) return able
    // Released, or possible to request: that concerns no library.
    if (data.instance_id === undefined) return isWatched(type) ? able : []
    const viewers = await inventory.viewersAmong(db, data.instance_id, able)
    return able.filter(one => viewers.has(one.user_id))
  }

  async function titleVerdict(person: Person, data: AlertData): Promise<Verdict> {
    try {
      return (await kids.canReceive(person, { ...data })) ? 'yes' : 'no'
    } catch (err) {
      log.warn(
        { err },
        'the title could not be checked against the limits of a kids account; its alert waits',
      )
      return 'unknown'
    }
  }

  return {
    /** The people an alert concerns by role, name and library, according to the stored rows. */
    concerned: async (db: Db, alert: AlertFacts & { audience: Audience }, only?: readonly number[]) =>
      limitToViewers(db, alert, await candidates(db, alert.audience, only)),

    /** May call the metadata provider, so never inside a transaction. */
    titleVerdict,
  }
}

export type Judge = ReturnType<typeof createAudienceJudge>

function within(named: readonly number[], only?: readonly number[]): readonly number[] {
  return only ? named.filter(id => only.includes(id)) : named
}
