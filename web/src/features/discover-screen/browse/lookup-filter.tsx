import { useQuery } from '@tanstack/react-query'
import Plus from 'lucide-react/icons/plus'
import X from 'lucide-react/icons/x'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Field } from '#ui/field.tsx'
import { Input } from '#ui/input.tsx'
import { type Lookup, lookupQuery } from '../api.ts'
import type { Named } from './browse-filters.ts'
import { useDebounced } from '#lib/use-debounced.ts'

const OFFERED = 6
const PAUSE_MS = 250

interface LookupFilterProps {
  kind: Lookup
  label: string
  chosen: readonly Named[]
  onChange: (chosen: Named[]) => void
}

/** Type-ahead for keywords and studios; there are too many to list. */
export function LookupFilter({ kind, label, chosen, onChange }: LookupFilterProps) {
  const { t } = useTranslation()
  const [typed, setTyped] = useState('')
  const wanted = useDebounced(typed.trim(), PAUSE_MS)
  const { data, error } = useQuery(lookupQuery(kind, wanted))
  const offered = (wanted && data ? data.results : [])
    .filter(one => !chosen.some(other => other.id === one.id))
    .slice(0, OFFERED)
  const silent = wanted !== '' && data !== undefined && offered.length === 0
  return (
    <div className="flex flex-col gap-2">
      <ChosenList label={label} chosen={chosen} onChange={onChange} />
      <Field
        label={label}
        hint={silent && t('discover.filter.none', { query: wanted })}
        error={error ? t('discover.filter.failed') : undefined}
      >
        {wiring => (
          <Input
            {...wiring}
            value={typed}
            maxLength={100}
            autoComplete="off"
            placeholder={t(`discover.filter.type_${kind}`)}
            onChange={event => setTyped(event.target.value)}
          />
        )}
      </Field>
      <ul aria-live="polite" className="flex flex-wrap gap-2 empty:hidden">
        {offered.map(({ id, name }) => (
          <li key={id}>
            <button
              type="button"
              onClick={() => {
                onChange([...chosen, { id, name }])
                setTyped('')
              }}
              className={`${PILL} border-line bg-surface hover:border-edge`}
            >
              <Plus aria-hidden className="size-4 text-muted" />
              {name}
            </button>
          </li>
        ))}
      </ul>
    </div>
  )
}

type ChosenListProps = Pick<LookupFilterProps, 'label' | 'chosen' | 'onChange'>

/** What a title's page chose: it can be removed here, and is added on other titles' pages. */
export function ChosenFilter({
  chosen = [],
  ...rest
}: Omit<ChosenListProps, 'chosen'> & { chosen: readonly Named[] | undefined }) {
  if (chosen.length === 0) return null
  return (
    <div className="flex flex-col gap-2">
      <span className="text-sm font-medium">{rest.label}</span>
      <ChosenList {...rest} chosen={chosen} />
    </div>
  )
}

function ChosenList({ label, chosen, onChange }: ChosenListProps) {
  const { t } = useTranslation()
  if (chosen.length === 0) return null
  return (
    <ul aria-label={label} className="flex flex-wrap gap-2">
      {chosen.map(one => (
        <li key={one.id}>
          <button
            type="button"
            aria-label={t('discover.filter.remove', { name: one.name })}
            onClick={() => onChange(chosen.filter(other => other.id !== one.id))}
            className={`${PILL} border-accent bg-accent-soft`}
          >
            {one.name}
            <X aria-hidden className="size-4 text-muted" />
          </button>
        </li>
      ))}
    </ul>
  )
}

const PILL =
  'inline-flex min-h-control-sm items-center gap-1.5 rounded-full border px-3 text-start text-sm transition-colors'
