import { type TemplateProblem, templateProblem } from '@foyer/contract/destinations/webhook-template'
import type { TFunction } from 'i18next'

export function templateProblemText(t: TFunction, found: TemplateProblem): string {
  const name = 'name' in found ? found.name : ''
  return t(`destinations.template.problem.${found.problem}`, { name })
}

/** Null: the entered template can be saved. */
export function findTemplateProblem(entered: string): TemplateProblem | null {
  const template = entered.trim()
  return template === '' ? null : templateProblem(template)
}
