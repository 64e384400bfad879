import type { AiTool } from '@foyer/contract/tool-access/ai-tools'
import type { TFunction } from 'i18next'
import names from '#locales/en/tool-names.json'

function isKnown(name: string): name is keyof typeof names {
  return Object.hasOwn(names, name)
}

/** The name and purpose of a tool for people. The server's own texts are written for assistants, in English. */
export function toolWords(
  t: TFunction,
  { name, title, description }: Pick<AiTool, 'name' | 'title' | 'description'>,
) {
  if (!isKnown(name)) return { title, text: description }
  return { title: t(`tool_names.${name}.title`), text: t(`tool_names.${name}.text`) }
}
