import { describe, expect, it } from 'vitest'
import { Refusal } from '#kit/refusal.ts'
import { UpstreamFault } from '#kit/upstream-fault.ts'
import { createTestLog } from '#test/test-log.ts'
import type { ActionContext } from './action-context.ts'
import { type ActionEntry, createActionLog } from './action-log.ts'

const ENTRY: ActionEntry = {
  tool: 'remove_queue_item',
  instance: { id: 'i1', service_type: 'movie_manager' },
  what: { media_type: 'movie', queue_id: 7 },
}

function open(more: Partial<ActionContext> = {}) {
  const log = createTestLog()
  const context: ActionContext = {
    actor: { user_id: 3, role: 'admin', source: 'chat', client_name: '' },
    signal: new AbortController().signal,
    confirm: async () => undefined,
    progress: () => undefined,
    ...more,
  }
  const { perform } = createActionLog(log)
  const outcomes = () => log.entries.map(entry => entry['outcome'])
  return { log, outcomes, perform, context }
}

const fault = (kind: UpstreamFault['kind']) => new UpstreamFault({ upstream: 'Radarr', kind })

describe('a change in a library (2/4.5)', () => {
  it('leaves a line about who used which tool where, and nothing of its input (2:4.8)', async () => {
    const { log, perform, context } = open()
    expect(await perform(context, ENTRY, async () => 'removed')).toBe('removed')
    expect(JSON.stringify(log.entries)).not.toContain('queue_id')
    expect(log.entries).toMatchObject([
      {
        level: 'info',
        user_id: 3,
        source: 'chat',
        tool: 'remove_queue_item',
        instance_id: 'i1',
        service_type: 'movie_manager',
        outcome: 'done',
      },
    ])
  })

  it('reports a lost answer as a value, and every other failure as it is', async () => {
    const { perform, context, outcomes } = open()
    const fail = (error: Error) =>
      perform(context, ENTRY, async () => {
        throw error
      })
    expect(await fail(fault('outcome_unknown'))).toBe('outcome_unknown')
    await expect(fail(fault('unreachable'))).rejects.toMatchObject({ kind: 'unreachable' })
    await expect(fail(new Refusal('conflict'))).rejects.toMatchObject({ code: 'conflict' })
    expect(outcomes()).toEqual(['outcome_unknown', 'failed', 'refused'])
  })

  it('is sent once when it is asked for twice at the same time, and again later', async () => {
    const { perform, context, outcomes } = open()
    const { promise, resolve } = Promise.withResolvers<string>()
    let sent = 0
    const change = () => {
      sent += 1
      return promise
    }
    const both = [perform(context, ENTRY, change), perform(context, ENTRY, change)]
    const other = { ...ENTRY, what: { ...ENTRY.what, queue_id: 8 } }
    const third = perform(context, other, change)
    resolve('removed')
    expect(await Promise.all([...both, third])).toEqual(['removed', 'removed', 'removed'])
    expect([sent, outcomes().length]).toEqual([2, 2])
    await perform(context, ENTRY, change)
    expect(sent).toBe(3)
  })

  it('is not sent by somebody who lost the right, or who left', async () => {
    let sent = 0
    const change = async () => {
      sent += 1
    }
    const lost = open({ confirm: () => Promise.reject(new Refusal('forbidden')) })
    await expect(lost.perform(lost.context, ENTRY, change)).rejects.toMatchObject({ code: 'forbidden' })
    const left = open({ signal: AbortSignal.abort(new Error('left')) })
    await expect(left.perform(left.context, ENTRY, change)).rejects.toThrow('left')
    expect([sent, lost.log.entries, left.log.entries]).toEqual([0, [], []])
  })
})
