import { createSentenceFinder } from '../sentences.ts'

/**
 * What Foyer says of a change of a library manager's configuration (2:4.8). Clients that speak another language find it
 * here. `{{reasons}}` are objections, with `; ` between them.
 */
export const CHANGE_SENTENCES = {
  applied: 'The change was applied.',
  not_applied: 'The change was not applied.',
  not_confirmed: 'The library manager did not confirm the change, so it may or may not have happened.',
  rejected: '{{product}} rejected the change: {{reasons}}. Nothing was changed.',
} as const

export const CHANGE_OBJECTIONS = {
  objects_cutoff: 'the quality to upgrade to is not allowed',
  objects_formats: 'its custom formats have changed',
  objects_scores: 'a score is not possible',
  objects_name: 'the name is empty or taken',
  objects_specifications: 'the conditions are not valid',
  objects_otherwise: 'it gave no usable reason',
} as const

export const findChangeSentence = createSentenceFinder(CHANGE_SENTENCES)
export const findChangeObjection = createSentenceFinder(CHANGE_OBJECTIONS)
