import type { TFunction } from 'i18next'
import { toolWords } from '#lib/tool-words.ts'
import words from '#locales/en/admin-issues.json'

function isOwn(name: string): name is keyof typeof words.step.tool {
  return Object.hasOwn(words.step.tool, name)
}

/** C46: the agent's own tools, and those it shares with assistants. */
export function toolText(t: TFunction, name: string): string {
  if (isOwn(name)) return t(`admin_issues.step.tool.${name}`)
  return toolWords(t, { name, title: name.replaceAll('_', ' '), description: '' }).title
}

/** JSON with one value a line; anything else as it is. */
export function outputText(output: unknown): string {
  if (typeof output !== 'string') return JSON.stringify(output, null, 2)
  try {
    return JSON.stringify(JSON.parse(output), null, 2)
  } catch {
    return output
  }
}
