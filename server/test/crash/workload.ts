import { closeSync, existsSync, fsyncSync, openSync, readFileSync, writeSync } from 'node:fs'
import type { Broadcast } from '#db/broadcast-channel.ts'
import type { Database, Tx } from '#db/database.ts'
import { defineJob, type Jobs } from '#jobs/index.ts'

/** Told to every process when a delivery is over. */
export const ANNOUNCED = 'announced'

const AT = '2026-11-15T09:00:00.000Z'

const payload = {
  parse(data: unknown): { key: string } {
    if (data && typeof data === 'object' && 'key' in data) return { key: String(data.key) }
    throw new Error('not a delivery')
  },
}

const deliver = defineJob({ name: 'deliver', payload })
const announce = defineJob({ name: 'announce', payload })

export function declareDeliveries(jobs: Jobs): void {
  jobs.define(deliver, announce)
}

/** A request and its job, saved together; a repeated request finds itself saved. */
export async function saveIntent(tx: Tx, jobs: Jobs, key: string): Promise<void> {
  const saved = await tx
    .insertInto('settings')
    .values(row(`intent:${key}`))
    .onConflict(conflict => conflict.column('key').doNothing())
    .returning('key')
    .executeTakeFirst()
  if (saved) await jobs.enqueue(tx, deliver, { key }, { dedupe_key: key, lane: laneOf(key) })
}

/** `movie-1` and `movie-2` share an instance. */
function laneOf(key: string): string {
  return key.split('-')[0] ?? ''
}

interface Deps {
  database: Database
  broadcast: Broadcast
  jobs: Jobs
  effects: string
  /** A moment between two writes. */
  boundary: () => void
  say: (line: string) => void
}

/** Delivery writes outside, then its result, its follow-up and its own end in one transaction. */
export function handleDeliveries({ database, broadcast, jobs, effects, boundary, say }: Deps): void {
  declareDeliveries(jobs)
  jobs.handle(deliver, async ({ payload: { key }, lease }) => {
    boundary()
    writeOutside(effects, key)
    boundary()
    say(`did ${key}`)
    return database.transaction(async tx => {
      await tx
        .insertInto('settings')
        .values(row(`result:${key}`))
        .execute()
      await jobs.enqueue(tx, announce, { key })
      return lease.finish(tx)
    })
  })
  jobs.handle(announce, ({ payload: { key }, lease }) =>
    database.transaction(async tx => {
      await tx
        .insertInto('settings')
        .values(row(`announced:${key}`))
        .execute()
      await broadcast.send(tx, { kind: ANNOUNCED, key })
      return lease.finish(tx)
    }),
  )
}

/** 1:3 — an unknown outcome is reconciled against the library before it is replayed. */
function writeOutside(file: string, key: string): void {
  if (readEffects(file).includes(key)) return
  const handle = openSync(file, 'a')
  writeSync(handle, `${key}\n`)
  fsyncSync(handle)
  closeSync(handle)
}

export function readEffects(file: string): string[] {
  return existsSync(file) ? readFileSync(file, 'utf8').split('\n').filter(Boolean) : []
}

function row(key: string) {
  return { key, value: '1', encrypted: 0 as const, updated_at: AT }
}
