import type { Role } from '@foyer/contract/permissions'
import type { Db } from '#db/database.ts'
import type { Inventory } from '#features/instances/index.ts'
import type { TitleGate } from '#features/kids/index.ts'
import type { Log } from '#kit/log.ts'
import { isContent } from '../alerts/alert-rules.ts'
import type { AlertData, AlertType, Audience } from '../alerts/alert.ts'
import { isForAdmins } from '../preferences/preference-rules.ts'
import * as people from './people-store.ts'

export interface Person {
  user_id: number
  role: Role
}

/** `unknown`: whether a kid may know of the title cannot be told right now. Nothing leaves on that. */
export type Verdict = 'yes' | 'no' | 'unknown'

interface Told {
  type: AlertType
  data: AlertData
}

/** Who may know of an alert: asked when it is told, and again right before each sending. */
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
        return people.listPeople(db, { only })
    }
  }

  /** News of a library are for those who see it, whoever they are addressed to. */
  async function seeing(db: Db, { type, data }: Told, among: readonly Person[]): Promise<Person[]> {
    const able = isForAdmins(type) ? among.filter(one => one.role === 'admin') : [...among]
    if (!isContent(type) || able.length === 0) return able
    if (data.instance_id === undefined) return []
    const viewers = await inventory.viewersAmong(db, data.instance_id, able)
    return able.filter(one => viewers.has(one.user_id))
  }

  async function titleVerdict(person: Person, data: AlertData): Promise<Verdict> {
    try {
      return (await kids.canReceive(person, { ...data })) ? 'yes' : 'no'
    } catch (err) {
      log.warn({ err }, 'a title could not be judged, so a kids account is not told of it yet')
      return 'unknown'
    }
  }

  return {
    /** Those it concerns by role, name and library, as things stand in storage now. */
    concerned: async (db: Db, alert: Told & { audience: Audience }, only?: readonly number[]) =>
      seeing(db, alert, await candidates(db, alert.audience, only)),

    /** May ask the metadata provider, so never inside a transaction. */
    titleVerdict,
  }
}

export type Judge = ReturnType<typeof createAudienceJudge>

function within(named: readonly number[], only?: readonly number[]): readonly number[] {
  return only ? named.filter(id => only.includes(id)) : named
}
