import type { TFunction } from 'i18next'
import chat from '../../locales/en/chat.json'
import type { Step } from './conversation.ts'

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

export interface Asked {
  name: string
  value: string
}

function wordsOf(value: unknown): string {
  if (typeof value === 'string') return value
  if (typeof value === 'number' || typeof value === 'boolean') return String(value)
  if (Array.isArray(value) && value.every(one => typeof one !== 'object')) return value.join(', ')
  return JSON.stringify(value)
}

/** What the tool was asked, as names and values; empty if it was asked nothing. */
export function askedOf(input: string | undefined): Asked[] {
  if (!input) return []
  try {
    const value: unknown = JSON.parse(input)
    if (typeof value !== 'object' || value === null) return [{ name: '', value: wordsOf(value) }]
    return Object.entries(value)
      .filter(([, one]) => one !== null && one !== '')
      .map(([name, one]) => ({ name: name.replaceAll('_', ' '), value: wordsOf(one) }))
  } catch {
    // The server shortens what is too long.
    return [{ name: '', value: input }]
  }
}
