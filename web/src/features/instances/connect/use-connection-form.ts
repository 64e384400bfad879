import {
  CONNECTION_CATEGORIES,
  type ConnectionCategory,
  type ServiceType,
} from '@foyer/contract/instances/instance-types'
import type { Instance } from '@foyer/contract/instances/instances'
import { useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ApiError } from '#lib/api-error.ts'
import { type FormErrors, formErrors } from '#lib/form-errors.ts'
import { useTestConnection } from '../api.ts'
import {
  candidateOf,
  fieldOf,
  fieldOfGap,
  type Gap,
  gapsOf,
  type InstanceDraft,
  needsKeyAgain,
} from './instance-draft.ts'
import { PRODUCTS } from '../products.ts'

const FIELD_OF_CODE = { name_taken: 'name', pin_expired: 'api_key', secret_required: 'api_key' }

/** The category of a refused save; null for any other failure. */
function categoryOf(error: unknown): ConnectionCategory | null {
  if (!(error instanceof ApiError) || error.code !== 'connection_failed') return null
  return CONNECTION_CATEGORIES.find(one => one === error.details['category']) ?? 'upstream_error'
}

interface Options {
  type: ServiceType
  start: InstanceDraft
  /** The edited instance; absent for a new one. */
  stored?: Instance | undefined
  /** The last refusal of a save. */
  failure: unknown
  onEdit?: (() => void) | undefined
}

/** The state of the connection form: typed values, missing fields, and the last test or save. */
export function useConnectionForm({ type, start, stored, failure, onEdit }: Options) {
  const { t } = useTranslation()
  const [draft, setDraft] = useState(start)
  const [gaps, setGaps] = useState<readonly Gap[]>([])
  const test = useTestConnection()
  const product = PRODUCTS[type].name
  const refused = categoryOf(failure)

  const errors = useMemo((): FormErrors => {
    if (gaps.length > 0) {
      return {
        fields: Object.fromEntries(
          gaps.map(gap => [fieldOfGap(gap), t(`instances.gap.${gap}`, { product })]),
        ),
      }
    }
    if (refused) return { fields: { [fieldOf(refused)]: t(`instances.test.${refused}`, { product }) } }
    return formErrors(t, failure, FIELD_OF_CODE)
  }, [t, gaps, refused, failure, product])

  function check(needed: (gap: Gap) => boolean): boolean {
    const missing = gapsOf(type, draft, stored).filter(needed)
    setGaps(missing)
    return missing.length === 0
  }

  return {
    draft,
    change(part: Partial<InstanceDraft>) {
      setDraft({ ...draft, ...part })
      onEdit?.()
      if (gaps.length > 0) setGaps([])
      if ('url' in part || 'api_key' in part || 'link' in part) test.reset()
    },
    errors,
    /** C67: the saved key is not sent to a new address. */
    needsKeyAgain: needsKeyAgain(draft, stored),
    testing: test.isPending,
    testError: test.error,
    /** The last test, otherwise the category of a refused save. */
    result: test.data ?? (refused && !test.isPending ? { category: refused } : null),
    /** The result belongs to a save, so it is also shown at a field. */
    isRefusal: !test.data && refused !== null,
    isComplete: () => check(() => true),
    runTest() {
      const isNeeded = (gap: Gap) => fieldOfGap(gap) === 'url' || fieldOfGap(gap) === 'api_key'
      if (check(isNeeded)) test.mutate(candidateOf(type, draft, stored?.id))
    },
  }
}

export type ConnectionForm = ReturnType<typeof useConnectionForm>
