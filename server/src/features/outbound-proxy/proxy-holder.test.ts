import { describe, expect, it } from 'vitest'
import type { Broadcast } from '#db/broadcast-channel.ts'
import { createTestLog } from '#test/test-log.ts'
import { createScrubber } from '#kit/scrub.ts'
import type { Settings } from '#settings/settings.ts'
import { openFresh } from '#test/engines.ts'
import type { SavedProxy } from './outbound-proxy-settings.ts'
import { createProxyHolder } from './proxy-holder.ts'

const saved = (url: string): SavedProxy => ({
  enabled: true,
  url,
  username: 'ann',
  password: 'proxy-password',
  password_origin: '',
  no_proxy: [],
})

/** A channel of one process whose messages the test sends. */
function createChannel() {
  const listeners = { message: new Set<() => void>(), reset: new Set<() => void>() }
  const add = (set: Set<() => void>, listener: () => void) => {
    set.add(listener)
    return () => void set.delete(listener)
  }
  const broadcast: Broadcast = {
    send: async () => {},
    on: (_kind, listener) => add(listeners.message, () => listener({ kind: 'outbound_proxy' })),
    onReset: listener => add(listeners.reset, listener),
    start: async () => {},
    close: async () => {},
  }
  const tell = (what: keyof typeof listeners) => {
    for (const listener of listeners[what]) listener()
  }
  return { broadcast, tell, count: () => listeners.message.size + listeners.reset.size }
}

/** A holder whose reads end when, and with what, the test says. */
async function createHeld() {
  const reads: PromiseWithResolvers<SavedProxy>[] = []
  const channel = createChannel()
  const scrubber = createScrubber()
  const read = () => {
    const pending = Promise.withResolvers<SavedProxy>()
    reads.push(pending)
    return pending.promise
  }
  // Only `read` is asked of the settings; the holder never writes.
  const settings = { read } as unknown as Settings
  const holder = createProxyHolder({
    database: await openFresh('sqlite'),
    settings,
    broadcast: channel.broadcast,
    scrubber,
    log: createTestLog(),
  })
  return { holder, reads, channel, scrubber }
}

const settled = () => new Promise(setImmediate)

describe('the proxy in force (C35)', () => {
  it('is unknown until it was read, and calls fail till then', async () => {
    const { holder, reads } = await createHeld()
    expect(() => holder.current()).toThrow('not known')
    reads[0]?.resolve(saved('http://a:1'))
    await settled()
    expect(holder.current()?.url).toBe('http://a:1')
  })

  it.each(['message', 'reset'] as const)('is read again after a %s', async what => {
    const { holder, reads, channel, scrubber } = await createHeld()
    const started = holder.start()
    reads[0]?.resolve(saved('http://a:1'))
    await started
    channel.tell(what)
    reads[1]?.resolve(saved('http://b:2'))
    await settled()
    expect(holder.current()?.url).toBe('http://b:2')
    expect(scrubber.scrub('the proxy-password')).not.toContain('proxy-password')
    holder.close()
    expect(channel.count()).toBe(0)
  })

  it('believes the read that began last, in whatever order they end', async () => {
    const { holder, reads } = await createHeld()
    const both = [holder.reload(), holder.reload()]
    reads[1]?.resolve(saved('http://new:1'))
    await settled()
    reads[0]?.resolve(saved('http://old:1'))
    await Promise.all(both)
    expect(holder.current()?.url).toBe('http://new:1')
  })

  it('is unknown again when it cannot be read, and mends itself', async () => {
    const { holder, reads } = await createHeld()
    const first = holder.reload()
    reads[0]?.resolve({ ...saved('http://a:1'), enabled: false })
    await first
    expect(holder.current()).toBeNull()
    const second = holder.reload()
    reads[1]?.reject(new Error('the disk is gone'))
    await second
    expect(() => holder.current()).toThrow('not known')
    reads[2]?.resolve(saved('http://b:2'))
    await settled()
    expect(holder.current()?.url).toBe('http://b:2')
  })
})
