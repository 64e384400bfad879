import type { MessageTest } from '@foyer/contract/chat-notifications'
import { MESSAGE_SENTENCES } from '@foyer/contract/destinations/message-sentences'
import type { MessageOutcome } from '#ports/message-sender.ts'
import { faultSentence } from './fault-sentences.ts'

/** The answer of a test (2/4.10). A test is not sent again, so a delay that the receiver asks for is a failure. */
export function messageTestOf(outcome: MessageOutcome): MessageTest {
  if (outcome.kind === 'sent') return { status: 'sent', detail: MESSAGE_SENTENCES.test_sent }
  const detail = faultSentence(outcome.reason)
  return { status: outcome.kind === 'unconfirmed' ? 'unconfirmed' : 'failed', detail }
}
