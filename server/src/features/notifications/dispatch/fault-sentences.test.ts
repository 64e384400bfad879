import { expect, it } from 'vitest'
import { MESSAGE_FAULTS } from '#ports/message-sender.ts'
import { detailSentence, faultSentence } from './fault-sentences.ts'

it('every fault has a sentence of its own', () => {
  const sentences = MESSAGE_FAULTS.map(faultSentence)
  expect(new Set(sentences).size).toBe(MESSAGE_FAULTS.length)
  for (const sentence of sentences) expect(sentence).toMatch(/^[A-Z][^_]+\.$/)
})

it('a row without a detail, or with one of another version, says nothing', () => {
  expect(detailSentence(null)).toBe('')
  expect(detailSentence('of_another_version')).toBe('')
  expect(detailSentence('cancelled')).toBe('Cancelled before it was sent.')
  expect(detailSentence('expired')).toBe(faultSentence('expired'))
})
