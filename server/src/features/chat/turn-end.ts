import { REFUSALS } from '@foyer/contract/refusals'

const SENTENCES = {
  session_revoked: REFUSALS.session_revoked.error,
  forbidden: REFUSALS.forbidden.error,
  shared_access_disabled: 'You can no longer use the assistant that this server includes.',
  tool_limit: 'The assistant needed too many steps for one answer. Ask for less at once.',
  time_limit: 'The answer took longer than five minutes and was stopped.',
  unavailable: 'The server is restarting. Send your message again in a moment.',
  refused: 'The model declined to answer this.',
  left: 'The reader left.',
} as const

export type TurnEndCode = keyof typeof SENTENCES

/** A turn ends before its answer is complete. The reader receives code and sentence; a model never does (2:4.6.7). */
export class TurnEnd extends Error {
  readonly code: TurnEndCode

  constructor(code: TurnEndCode) {
    super(SENTENCES[code])
    this.name = 'TurnEnd'
    this.code = code
  }
}
