import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { storageKey } from '#lib/base-url.ts'
import { setLanguage } from '#lib/i18n.ts'
import { pickLanguage } from '#lib/languages.ts'
import { safeStorage } from '#lib/preferences.ts'
import { preferencesQuery, useSavePreferences } from './api.ts'

/**
 * Pages follow the language of the account, on every device. An account that has none yet gets the language and the
 * time zone of the first browser it is used in; whoever sets it back to automatic keeps that.
 */
export function AccountLanguage({ user_id }: { user_id: number }) {
  const { i18n } = useTranslation()
  const { data } = useQuery(preferencesQuery())
  const { mutate } = useSavePreferences({ unasked: true })
  const shown = i18n.language

  useEffect(() => {
    if (data === undefined) return
    const tag = data.language === '' ? undefined : pickLanguage([data.language])
    if (tag !== undefined && tag !== shown) void setLanguage(tag).catch(() => undefined)
  }, [data, shown])

  useEffect(() => {
    if (data === undefined) return
    const learned = storageKey(`language-learned.${String(user_id)}`)
    if (safeStorage.getItem(learned) !== null) return
    const remember = () => safeStorage.setItem(learned, 'yes')
    const timezone = Intl.DateTimeFormat().resolvedOptions().timeZone
    // What could not be saved is learned at the next visit.
    if (data.language === '' && data.timezone === '')
      mutate({ language: shown, timezone }, { onSuccess: remember })
    else remember()
    // Only what the page showed when the account was first read counts.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [data, user_id, mutate])

  return null
}
