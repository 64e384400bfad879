import type { TFunction } from 'i18next'
import { type NamedValue, namedValues } from '#lib/named-values.ts'
import chat from '#locales/en/chat.json'
import type { Step } from '../conversation/conversation.ts'

const { done } = chat.step

function isKnown(name: string): name is keyof typeof done {
  return Object.hasOwn(done, name)
}

/** What a tool does or did, for people. A tool of a newer server has only the server's own label. */
export function stepText(
  t: TFunction,
  { name, label, state }: Pick<Step, 'name' | 'label' | 'state'>,
): string {
  if (!isKnown(name)) return label
  return state === 'done' ? t(`chat.step.done.${name}`) : t(`chat.step.running.${name}`)
}

/** What the tool was asked, as names and values; empty if it was asked nothing. */
export function askedOf(input: string | undefined): NamedValue[] {
  if (!input) return []
  try {
    return namedValues(JSON.parse(input))
  } catch {
    // The server shortens what is too long.
    return [{ name: '', value: input }]
  }
}
