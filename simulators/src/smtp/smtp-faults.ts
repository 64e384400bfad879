/** A step of an SMTP session (RFC 5321). `message`: after the last line of the message. */
export type SmtpStep = 'connect' | 'mail' | 'rcpt' | 'message'

export type SmtpFault =
  /** Answers this code. Before the message is accepted, nothing of it is kept. */
  | { kind: 'reply'; step: SmtpStep; code: number }
  /** Cuts the connection. After `message`, the message is kept: the sender cannot know. */
  | { kind: 'drop'; step: SmtpStep }
  /** Goes on when `until` has resolved. */
  | { kind: 'held'; step: SmtpStep; until: Promise<unknown> }

/** Refuses the recipient for good. */
export function rejectRecipient(code = 550): SmtpFault {
  return { kind: 'reply', step: 'rcpt', code }
}

/** Wants the sender to come back later, as many servers do with senders they do not know. */
export function greylist(): SmtpFault {
  return { kind: 'reply', step: 'rcpt', code: 451 }
}

/** Keeps the message, but says nothing about it. */
export function dropAfterMessage(): SmtpFault {
  return { kind: 'drop', step: 'message' }
}

export interface SmtpFaults {
  /** Hits the next session that reaches the step; several queue up in order. */
  next(...faults: SmtpFault[]): void
  always(fault: SmtpFault): void
  clear(): void
  take(step: SmtpStep): SmtpFault | null
}

export function createSmtpFaults(): SmtpFaults {
  let queued: SmtpFault[] = []
  let standing: SmtpFault[] = []
  return {
    next: (...faults) => void queued.push(...faults),
    always: fault => void standing.push(fault),
    clear() {
      queued = []
      standing = []
    },
    take(step) {
      const hit = queued.find(fault => fault.step === step)
      if (hit) queued = queued.filter(fault => fault !== hit)
      return hit ?? standing.find(fault => fault.step === step) ?? null
    },
  }
}
