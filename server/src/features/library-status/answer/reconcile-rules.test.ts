import { DELIVERY_STATES, type DeliveryCode, type DeliveryStateName } from '@foyer/contract/requests/requests'
import { describe, expect, it } from 'vitest'
import { reconcile } from './reconcile-rules.ts'

const saved = (state: DeliveryStateName, code: DeliveryCode | null = null) => [{ id: 3, state, code }]

describe('rows that reality has overtaken (1:3, 1:4.8.8)', () => {
  it.each([
    ['imported since', 'requested', 'available'],
    ['deleted since: it may be asked for again', 'available', 'unavailable'],
    ['its file gone, and looked for again', 'available', 'requested'],
    ['added again by somebody else', 'unavailable', 'downloading'],
  ] as const)('%s', (_name, code, live) => {
    expect(reconcile(live, saved('complete', code))).toEqual([
      { delivery_id: 3, from: 'complete', state: 'complete', code: live },
    ])
  })

  it('leaves a row alone that says what the library says, or that is on its way', () => {
    expect(reconcile('available', saved('complete', 'available'))).toEqual([])
    expect(reconcile('downloading', saved('complete', 'requested'))).toEqual([])
    expect(reconcile('partial', saved('complete', 'requested'))).toEqual([])
  })

  it('ends what still waits for something that is there, and nothing else', () => {
    const ended = DELIVERY_STATES.filter(
      state => reconcile('available', saved(state, 'retry_limit')).length > 0,
    )
    expect(ended).toEqual(['queued', 'retry', 'waiting_library', 'attention', 'complete'])
    for (const live of ['partial', 'downloading', 'requested', 'unavailable'] as const)
      expect(reconcile(live, saved('retry'))).toEqual([])
  })
})
