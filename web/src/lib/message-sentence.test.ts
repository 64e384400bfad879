import { MESSAGE_SENTENCES } from '@foyer/contract/destinations/message-sentences'
import type { TFunction } from 'i18next'
import { expect, it } from 'vitest'
import german from '#locales/de/message-sentences.json'
import english from '#locales/en/message-sentences.json'
import { messageSentence } from './message-sentence.ts'

const words: Record<string, string> = german
const t = ((key: string) => words[key.replace('message_sentences.', '')]) as unknown as TFunction

it('2/4.10 the server speaks the English of the pages', () => {
  expect(english).toEqual(MESSAGE_SENTENCES)
})

it('2/4.10 says what the server said in the reader’s language', () => {
  expect(messageSentence(t, MESSAGE_SENTENCES.unreachable)).toBe(german.unreachable)
  expect(messageSentence(t, 'A sentence of a newer server.')).toBe('A sentence of a newer server.')
})
