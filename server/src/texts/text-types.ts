import type { alerts } from './en/alerts.ts'
import type { messages } from './en/messages.ts'
import type { pages } from './en/pages.ts'

/** Forms for numbers that English does not have. */
type OtherForms<K> = K extends `${infer Base}_other` ? `${Base}_${'zero' | 'two' | 'few' | 'many'}` : never
type TextsLike<English> = Partial<Record<keyof English | OtherForms<keyof English>, string>>

/** What a language has; English fills the gaps. */
export type AlertTexts = TextsLike<typeof alerts>
export type MessageTexts = TextsLike<typeof messages>
export type PageTexts = TextsLike<typeof pages>

export type TextKey = keyof typeof alerts | keyof typeof messages | keyof typeof pages

/** Keys that come in forms for one and for other numbers, without the form. */
export type CountedKey = TextKey extends infer K ? (K extends `${infer Base}_other` ? Base : never) : never
