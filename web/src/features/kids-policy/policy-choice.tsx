import type { ContentPolicy } from '@foyer/contract/kids'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { Checkbox } from '#ui/checkbox.tsx'
import { ErrorState } from '#ui/error-state.tsx'
import { Skeleton } from '#ui/skeleton.tsx'
import { certificationsQuery } from './api.ts'
import { PolicyFields } from './policy-fields.tsx'
import { firstPolicy } from './rating-scale.ts'

interface PolicyChoiceProps {
  /** Null for a regular account. */
  policy: ContentPolicy | null
  onChange: (policy: ContentPolicy | null) => void
}

/** Whether a new account is a kids account. */
export function PolicyChoice({ policy, onChange }: PolicyChoiceProps) {
  const { t } = useTranslation()
  const { data, error, isFetching, refetch } = useQuery(certificationsQuery())
  return (
    <div className="flex flex-col gap-4">
      <Checkbox
        label={t('kids.make')}
        hint={t('kids.make_hint')}
        checked={policy !== null}
        disabled={!data}
        onChange={event =>
          onChange(event.target.checked && data ? firstPolicy(data, navigator.languages) : null)
        }
      />
      {error && !data && (
        <ErrorState
          compact
          title={t('kids.unreadable')}
          retrying={isFetching}
          onRetry={() => void refetch()}
        />
      )}
      {policy && !data && <Skeleton className="h-96" />}
      {policy && data && <PolicyFields lists={data} policy={policy} onChange={onChange} />}
    </div>
  )
}
