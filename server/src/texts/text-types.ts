import type { alerts } from './en/alerts.ts'
import type { messages } from './en/messages.ts'
import type { pages } from './en/pages.ts'

/** What a language has; English fills the gaps. */
export type AlertTexts = Partial<Record<keyof typeof alerts, string>>
export type MessageTexts = Partial<Record<keyof typeof messages, string>>
export type PageTexts = Partial<Record<keyof typeof pages, string>>

export type TextKey = keyof typeof alerts | keyof typeof messages | keyof typeof pages

/** Keys that come in forms for one and for other numbers, without the form. */
export type CountedKey = TextKey extends infer K ? (K extends `${infer Base}_other` ? Base : never) : never
