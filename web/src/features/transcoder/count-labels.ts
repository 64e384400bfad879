import type { TFunction } from 'i18next'

/** The labels of the contract and those that Tdarr is known to use. */
const LABELS = {
  Queued: 'transcoder.label.queued',
  Success: 'transcoder.label.success',
  'Success / not required': 'transcoder.label.success_not_required',
  'Errors / cancelled': 'transcoder.label.errors_cancelled',
  Held: 'transcoder.label.held',
  Hold: 'transcoder.label.held',
  'Not required': 'transcoder.label.not_required',
  'Transcode success': 'transcoder.label.transcode_success',
  'Transcode error': 'transcoder.label.transcode_error',
  Error: 'transcoder.label.error',
  Ignored: 'transcoder.label.ignored',
  Cancelled: 'transcoder.label.cancelled',
} as const

function isKnown(label: string): label is keyof typeof LABELS {
  return Object.hasOwn(LABELS, label)
}

/** In the reader's language; a label that is new stays as Tdarr has it. */
export function countLabel(t: TFunction, label: string): string {
  return isKnown(label) ? t(LABELS[label]) : label
}
