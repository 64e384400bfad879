import { randomBytes } from 'node:crypto'
import { writeFileSync } from 'node:fs'
import { type FileHandle, open } from 'node:fs/promises'
import { join } from 'node:path'
import { Writable } from 'node:stream'
import { finished } from 'node:stream/promises'
import { describe, expect, it } from 'vitest'
import { type CurrentCaller, sessionRevoked } from '#kit/caller.ts'
import { createTestClock } from '#test/test-clock.ts'
import { createTestLog } from '#test/test-log.ts'
import { afterTest, temporaryFolder } from '#test/engines.ts'
import { createTransfers } from './transfers.ts'

const BYTES = randomBytes(700_001)

async function openBytes(): Promise<FileHandle> {
  const path = join(temporaryFolder(), 'a.bin')
  writeFileSync(path, BYTES)
  const handle = await open(path)
  afterTest(() => handle.close())
  return handle
}

/** Like a socket: a write is done when its callback is called. */
function createClient() {
  const pieces: Buffer[] = []
  const out = new Writable({
    write(chunk: Buffer, _encoding, done) {
      pieces.push(Buffer.from(chunk))
      setImmediate(done)
    },
  })
  return { out, got: () => Buffer.concat(pieces) }
}

/** Accepts nothing until the test allows it. */
function createSlowClient() {
  const waiting: (() => void)[] = []
  const taken: number[] = []
  const out = new Writable({
    write(chunk: Buffer, _encoding, done) {
      taken.push(chunk.length)
      waiting.push(done)
    },
  })
  return { out, taken, take: () => waiting.shift()?.() }
}

const turns = async (count: number) => {
  for (let i = 0; i < count; i += 1) await new Promise(setImmediate)
}

const DEVICE = 'dev_a'

/** Transfers of devices that exist until a test ends them. */
function setUp() {
  const clock = createTestClock()
  const log = createTestLog()
  const ended = new Set<string>()
  const state = { fails: false }
  const currentCaller: CurrentCaller = async ({ device_id }) => {
    if (state.fails) throw new Error('the sessions cannot be read')
    if (ended.has(device_id)) throw sessionRevoked()
    return { user_id: 1, username: 'ana', role: 'user', device_id }
  }
  const transfers = createTransfers({ clock, log, currentCaller })
  return { clock, log, ended, state, transfers }
}

describe('transfers', () => {
  it.each([
    [0, 700_001],
    [0, 1],
    [0, 0],
    [131_071, 2],
    [1, 131_072],
    [262_144, 262_144],
    [700_000, 1],
  ])('from %i on, %i bytes arrive as they are', async (start, length) => {
    const { out, got } = createClient()
    const { transfers } = setUp()
    await transfers.send(await openBytes(), { start, length }, { out, device_id: DEVICE })
    await finished(out)
    expect(got().equals(BYTES.subarray(start, start + length))).toBe(true)
  })

  it('read at most one piece ahead of what the client has accepted', async () => {
    const handle = await openBytes()
    const ends: number[] = []
    const counting = {
      read: (into: Buffer, offset: number, length: number, position: number) => {
        ends.push(position + length)
        return handle.read(into, offset, length, position)
      },
    } as FileHandle // The one method that a transfer uses.
    const { out, taken, take } = createSlowClient()
    const whole = { start: 0, length: BYTES.length }
    const sending = setUp().transfers.send(counting, whole, { out, device_id: DEVICE })
    await expect.poll(() => ends.length).toBe(2)
    await turns(20)
    expect([taken, ends.at(-1)]).toEqual([[131_072], 262_144])
    while (!out.writableFinished) {
      take()
      await turns(1)
    }
    await sending
    expect(taken.reduce((sum, one) => sum + one, 0)).toBe(BYTES.length)
  })

  it('end when the client leaves, and when the server closes', async () => {
    const { transfers } = setUp()
    const part = { start: 0, length: BYTES.length }
    const leaving = createSlowClient()
    const first = transfers.send(await openBytes(), part, { out: leaving.out, device_id: DEVICE })
    await expect.poll(() => leaving.taken.length).toBe(1)
    leaving.out.destroy()
    await first
    const staying = createSlowClient()
    const second = transfers.send(await openBytes(), part, { out: staying.out, device_id: DEVICE })
    await expect.poll(() => staying.taken.length).toBe(1)
    transfers.close()
    await second
    expect(staying.out.destroyed).toBe(true)
    const late = createSlowClient()
    await transfers.send(await openBytes(), part, { out: late.out, device_id: DEVICE })
    expect([late.out.destroyed, late.taken]).toEqual([true, []])
  })

  it('end for a client that accepts nothing for minutes, and continue for one that is only slow', async () => {
    const { clock, transfers } = setUp()
    const { out, taken, take } = createSlowClient()
    const sending = transfers.send(
      await openBytes(),
      { start: 0, length: BYTES.length },
      { out, device_id: DEVICE },
    )
    await expect.poll(() => taken.length).toBe(1)
    clock.advance(300_000)
    take()
    await expect.poll(() => taken.length).toBe(2)
    clock.advance(300_000)
    expect(out.destroyed).toBe(false)
    clock.advance(300_000)
    await sending
    expect(out.destroyed).toBe(true)
  })

  it('C68: end with the device that began them, within seconds; those of others go on', async () => {
    const { clock, log, ended, state, transfers } = setUp()
    const part = { start: 0, length: BYTES.length }
    const [theirs, own] = [createSlowClient(), createSlowClient()]
    const first = transfers.send(await openBytes(), part, { out: theirs.out, device_id: 'dev_b' })
    const second = transfers.send(await openBytes(), part, { out: own.out, device_id: DEVICE })
    await expect.poll(() => theirs.taken.length + own.taken.length).toBe(2)
    clock.advance(4000)
    await turns(5)
    expect(theirs.out.destroyed).toBe(false)
    // Sessions that cannot be read do not end a transfer; the next check decides.
    ended.add('dev_b')
    state.fails = true
    clock.advance(2000)
    await turns(5)
    expect(theirs.out.destroyed).toBe(false)
    expect(log.entries).toMatchObject([{ level: 'warn' }])
    state.fails = false
    clock.advance(2000)
    await first
    expect([theirs.out.destroyed, own.out.destroyed]).toEqual([true, false])
    while (!own.out.writableFinished) {
      own.take()
      await turns(1)
    }
    await second
  })

  it('report an error when the file is shorter than announced', async () => {
    const { out } = createClient()
    const tooLong = { start: 0, length: BYTES.length + 1 }
    const sending = setUp().transfers.send(await openBytes(), tooLong, { out, device_id: DEVICE })
    await expect(sending).rejects.toThrow(/shorter/)
    expect(out.writableEnded).toBe(false)
  })
})
