import { MODEL_FAULTS } from '@foyer/contract/assistant/ai-providers'
import { expect, it } from 'vitest'
import { ApiError } from '#lib/api-error.ts'
import { flowEnd } from './links/flow-state.ts'
import { chosenModel, modelChoice } from './model-choice.ts'
import { faultOf, fieldOfFault } from './save-failure.ts'
import { usageBars } from './usage.ts'

const refusal = (status: number, body: object) => new ApiError(status, body)

it('2/4.6 a failed try is told by its category; anything else is not', () => {
  for (const category of MODEL_FAULTS)
    expect(faultOf(refusal(400, { code: 'ai_validation_failed', category }))).toBe(category)
  expect(faultOf(refusal(400, { code: 'ai_validation_failed', category: 'new_one' }))).toBeNull()
  expect(faultOf(refusal(400, { code: 'validation', category: 'invalid_response' }))).toBeNull()
  expect(faultOf(new Error('offline'))).toBeNull()
})

it('a failure stands beside what has to be changed', () => {
  const places = (is_linked: boolean) => MODEL_FAULTS.map(category => fieldOfFault(category, is_linked))
  expect(places(false)).toEqual(['key', 'model', 'form', 'form', 'model'])
  expect(places(true)).toEqual(['form', 'model', 'form', 'form', 'model'])
})

it('2/4.6 a link ends as the server says', () => {
  const ends = (['pending', 'connected', 'expired', 'denied', 'failed', 'cancelled'] as const).map(status =>
    flowEnd({ flow: { status }, error: null, left_ms: -1 }),
  )
  expect(ends).toEqual([null, 'connected', 'expired', 'denied', 'failed', 'cancelled'])
})

it('a link that the server no longer knows was replaced, or is over', () => {
  const gone = refusal(404, { code: 'not_found' })
  expect(flowEnd({ flow: undefined, error: gone, left_ms: 60_000 })).toBe('lost')
  expect(flowEnd({ flow: { status: 'pending' }, error: gone, left_ms: 0 })).toBe('expired')
  expect(flowEnd({ flow: undefined, error: refusal(503, {}), left_ms: 0 })).toBeNull()
})

it('C56 usage is shown within its bounds, and only a reset that is still ahead', () => {
  const now = Date.parse('2026-11-16T12:00:00Z')
  const [later, earlier] = ['2026-11-16T14:05:00Z', '2026-11-16T11:00:00Z']
  const windows = [
    { label: '5 hours', used_percent: 43, resets_at: later },
    { label: 'Week', used_percent: 120, resets_at: earlier },
    { label: 'Month', used_percent: -3 },
  ]
  expect(usageBars({ usage: { windows } }, now)).toEqual([
    { label: '5 hours', share: 0.43, tone: 'accent', resets_at: later },
    { label: 'Week', share: 1, tone: 'danger', resets_at: undefined },
    { label: 'Month', share: 0, tone: 'accent', resets_at: undefined },
  ])
  expect(usageBars({}, now)).toEqual([])
})

it('2/4.6 any model can be typed, and the first of the list is the default', () => {
  const models = [
    { id: 'small', label: 'Small' },
    { id: 'large', label: 'Large' },
  ]
  expect(modelChoice({ models }, '')).toEqual({ listed: 'small', typed: '' })
  expect(modelChoice({ models }, 'large')).toEqual({ listed: 'large', typed: '' })
  expect(modelChoice({ models }, 'next-one')).toEqual({ listed: '', typed: 'next-one' })
  expect(modelChoice({ models: [] }, '')).toEqual({ listed: '', typed: '' })
  expect(
    [
      { listed: 'small', typed: 'x' },
      { listed: '', typed: ' x ' },
    ].map(chosenModel),
  ).toEqual(['small', 'x'])
})
