import {
  getRemediationSettings,
  putRemediationSettings,
  type RemediationChoices,
} from '@foyer/contract/remediation/remediation'
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { call } from '#lib/api.ts'

export function remediationQuery() {
  return queryOptions({
    queryKey: ['remediation-settings'],
    queryFn: ({ signal }) => call(getRemediationSettings, {}, { signal }),
  })
}

/** A part of the settings; the rest stays as it is. A model is tried first, which takes its time. */
export function useChangeRemediation() {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: (body: Partial<RemediationChoices>) => call(putRemediationSettings, { body }),
    onSuccess(settings) {
      queries.setQueryData(remediationQuery().queryKey, settings)
      for (const slice of ['setup-checklist', 'app-config'])
        void queries.invalidateQueries({ queryKey: [slice] })
    },
  })
}
