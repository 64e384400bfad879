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

export function useSavePreferences() {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: (body: PreferencesChange) => call(putPreferences, { body }),
    onSuccess: (saved, { language }) => {
      const { queryKey } = preferencesQuery()
      const before = queries.getQueryData(queryKey)
      queries.setQueryData(queryKey, saved)
      // Who has chosen none reads English, unless the server says otherwise.
      if (language === undefined || saved.language === (before?.language || 'en')) return
      void (saved.language === '' ? followBrowser() : setLanguage(pickLanguage([saved.language])))
      // Titles, stories and genres on every page are in the reader's language (C58).
      void queries.invalidateQueries({ predicate: query => query.queryKey[0] !== queryKey[0] })
    },
  })
}
