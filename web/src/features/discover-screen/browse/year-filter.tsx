import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Field } from '#ui/field.tsx'
import { Input } from '#ui/input.tsx'
import type { BrowseFilters } from './browse-filters.ts'

interface YearFilterProps {
  filters: BrowseFilters
  onChange: (part: { from?: number | undefined; to?: number | undefined }) => void
}

export function YearFilter({ filters, onChange }: YearFilterProps) {
  const { t } = useTranslation()
  return (
    <div className="grid grid-cols-2 gap-3">
      <Year label={t('discover.filter.from')} value={filters.from} onChange={from => onChange({ from })} />
      <Year label={t('discover.filter.to')} value={filters.to} onChange={to => onChange({ to })} />
    </div>
  )
}

interface YearProps {
  label: string
  value: number | undefined
  onChange: (year: number | undefined) => void
}

/** Applies once the year is complete. */
function Year({ label, value, onChange }: YearProps) {
  const [typed, setTyped] = useState({ text: value ? String(value) : '', value })
  const text = typed.value === value ? typed.text : value ? String(value) : ''
  return (
    <Field label={label}>
      {wiring => (
        <Input
          {...wiring}
          inputMode="numeric"
          maxLength={4}
          placeholder="2026"
          value={text}
          onChange={event => {
            const next = event.target.value.replace(/\D/g, '')
            const year = /^(1[89]|2[01])\d\d$/.test(next) ? Number(next) : undefined
            setTyped({ text: next, value: year })
            if (year !== value) onChange(year)
          }}
        />
      )}
    </Field>
  )
}
