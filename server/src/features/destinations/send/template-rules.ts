import type { DestinationKind } from '@foyer/contract/destinations/destination'
import { type TemplateProblem, templateProblem } from '@foyer/contract/destinations/webhook-template'

/** Why a template cannot be saved; null: it can. */
export function templateSentence(kind: DestinationKind, template: string): string | null {
  if (kind !== 'webhook') return 'Only webhooks can have a template.'
  const found = templateProblem(template)
  return found && sentenceOf(found)
}

function sentenceOf(found: TemplateProblem): string {
  switch (found.problem) {
    case 'too_long':
      return 'A template can have at most 8 KB.'
    case 'not_json':
      return 'This is not JSON. Placeholders stand inside of quotation marks.'
    case 'unknown_placeholder':
      return `There is no placeholder ${found.name}. The page of the destination lists those that exist.`
    case 'placeholder_in_name':
      return `${found.name} is the name of a field. Placeholders can only be used in values.`
  }
}
