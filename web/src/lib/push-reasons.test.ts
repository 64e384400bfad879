import { expect, it } from 'vitest'
import { gatewayReasonOf, reasonOf } from './push-reasons.ts'

it.each([
  ['unreachable', 'unreachable', 'unreachable'],
  ['outcome_unknown', 'outcome_unknown', 'timeout'],
  ['devices_unknown', 'other', 'devices_unknown'],
  ['refused_400', 'other', 'other'],
  [null, 'other', 'other'],
])('%s: a device says %s, the gateway %s', (word, ofDevice, ofGateway) => {
  expect([reasonOf(word), gatewayReasonOf(word)]).toEqual([ofDevice, ofGateway])
})
