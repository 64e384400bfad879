import type { Destination, DestinationKind } from '@foyer/contract/destinations/destination'
import type { TFunction } from 'i18next'
import { useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ApiError } from '#lib/api-error.ts'
import { type FormErrors, formErrors } from '#lib/form-errors.ts'
import { useRetryAfter } from '#lib/use-retry-after.ts'
import { useTestDestination } from './api.ts'
import {
  type DestinationValues,
  fieldOfGap,
  type Gap,
  gapsOf,
  needsSecretAgain,
  trialOf,
} from './destination-draft.ts'
import type { Scope } from './kinds.ts'
import { findTemplateProblem, templateProblemText } from './template-problem-text.ts'

const FIELD_OF_CODE = { secret_required: 'secret', invalid_webhook_url: 'address' }

const isAtField = ({ fields }: FormErrors) => Object.keys(fields).length > 0

function gapText(t: TFunction, gap: Gap, template: string): string {
  if (gap !== 'template') return t(`destinations.gap.${gap}`)
  const problem = findTemplateProblem(template)
  return problem ? templateProblemText(t, problem) : ''
}

interface Options {
  kind: DestinationKind
  scope: Scope
  stored: Destination | undefined
  start: DestinationValues
  /** The last refusal of a save. */
  failure: unknown
}

/** The state of the form: typed values, what is missing, and the last test or save. */
export function useDestinationForm({ kind, scope, stored, start, failure }: Options) {
  const { t } = useTranslation()
  const test = useTestDestination(scope)
  const [values, setValues] = useState(start)
  const [gaps, setGaps] = useState<readonly Gap[]>([])
  const refused = failure instanceof ApiError && failure.code === 'secret_required'
  const [unsent, setUnsent] = useState(false)
  // C67: noticed here, or by the server, which also compares scheme and port.
  const again =
    values.address !== null && (needsSecretAgain(kind, scope, values, stored) || refused || unsent)

  const errors = useMemo((): FormErrors => {
    if (gaps.length > 0)
      return {
        fields: Object.fromEntries(gaps.map(gap => [fieldOfGap(gap), gapText(t, gap, values.template)])),
      }
    const tested = formErrors(t, test.error, FIELD_OF_CODE)
    return isAtField(tested) ? tested : formErrors(t, failure, FIELD_OF_CODE)
  }, [t, gaps, values.template, test.error, failure])

  function check(isNeeded: (gap: Gap) => boolean): boolean {
    const missing = gapsOf(kind, values, again).filter(isNeeded)
    setGaps(missing)
    return missing.length === 0
  }

  return {
    values,
    change(part: Partial<DestinationValues>) {
      setValues(before => ({ ...before, ...part }))
      setGaps([])
      if ('address' in part) setUnsent(false)
      if (!test.isPending && ('address' in part || 'secret' in part || 'template' in part)) test.reset()
    },
    errors,
    again,
    isComplete: () => check(() => true),
    test,
    /** Shown below the button, unless it is shown at its field. */
    testError: isAtField(errors) ? null : test.error,
    wait: useRetryAfter(test.error),
    runTest() {
      if (!check(gap => gap !== 'name')) return
      test.mutate(trialOf(kind, scope, values, stored), {
        onSuccess: result => {
          if (result.category !== 'secret_required') return
          setUnsent(true)
          setGaps(['secret_again'])
        },
      })
    },
  }
}
