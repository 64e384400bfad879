import { getPreferences, type PreferencesChange, putPreferences } from '@foyer/contract/preferences'
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { call } from '#lib/api.ts'
import { followBrowser, setLanguage } from '#lib/i18n.ts'
import { pickLanguage } from '#lib/languages.ts'

export function preferencesQuery() {
  return queryOptions({
    queryKey: ['person-preferences'],
    queryFn: ({ signal }) => call(getPreferences, {}, { signal }),
  })
}

/** `unasked`: learned from the browser at the first visit, when hardly anything has been read yet. */
export function useSavePreferences({ unasked = false } = {}) {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: (body: PreferencesChange) => call(putPreferences, { body }),
    onSuccess: (saved, { language }) => {
      const { queryKey } = preferencesQuery()
      const before = queries.getQueryData(queryKey)?.language
      queries.setQueryData(queryKey, saved)
      // Who has chosen none reads what the server is set to: English on nearly all of them.
      const read = unasked ? before || 'en' : before
      if (language === undefined || saved.language === read) return
      void (saved.language === '' ? followBrowser() : setLanguage(pickLanguage([saved.language])))
      // Titles, stories and genres on every page are in the reader's language (C58).
      void queries.invalidateQueries({ predicate: query => query.queryKey[0] !== queryKey[0] })
    },
  })
}
