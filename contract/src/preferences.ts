import { z } from 'zod'
import { isTimezone, knownLanguage } from './languages.ts'
import { defineRoute } from './route.ts'

/** C58. Empty inherits: the server's language (`APP_LANGUAGE`), and UTC. */
export const Preferences = z.object({
  /** BCP 47. Titles, stories, genres and alerts are in it where they exist, otherwise in English. */
  language: z.string(),
  /** An IANA name, for dates in alerts and feeds. */
  timezone: z.string(),
})
export type Preferences = z.infer<typeof Preferences>

const Language = z.string().transform((tag, context) => {
  if (tag === '') return tag
  const known = knownLanguage(tag)
  if (known !== undefined) return known
  context.addIssue({ code: 'custom', message: 'Use a language tag such as de or pt-BR.' })
  return z.NEVER
})

const Timezone = z
  .string()
  .refine(name => name === '' || isTimezone(name), 'Use a time zone such as Europe/Berlin.')

/** An omitted key keeps its value. */
const PreferencesChange = z.strictObject({ language: Language.optional(), timezone: Timezone.optional() })
export type PreferencesChange = z.infer<typeof PreferencesChange>

export const getPreferences = defineRoute({
  method: 'GET',
  path: '/api/me/preferences',
  access: 'user',
  summary: "The caller's language and time zone; empty means inherited",
  spec: '0.8 C58',
  response: Preferences,
})

export const putPreferences = defineRoute({
  method: 'PUT',
  path: '/api/me/preferences',
  access: 'user',
  summary: "Choose the caller's language and time zone; an omitted key keeps its value",
  spec: '0.8 C58',
  body: PreferencesChange,
  response: Preferences,
})
