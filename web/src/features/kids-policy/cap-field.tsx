import type { Certifications } from '@foyer/contract/kids'
import { useTranslation } from 'react-i18next'
import { useFormat } from '#lib/i18n.ts'
import { Scale } from '#ui/scale.tsx'

interface CapFieldProps {
  label: string
  scale: Certifications['movie'][string]
  cap: string
  error: string | undefined
  onChange: (cap: string) => void
}

/** The highest allowed rating of a region, with the ratings it hides. */
export function CapField({ label, scale, cap, error, onChange }: CapFieldProps) {
  const { t } = useTranslation()
  const format = useFormat()
  const codes = scale.map(({ certification }) => certification)
  const at = codes.indexOf(cap)
  const out = at === -1 ? [] : codes.slice(at + 1)
  const meaning = scale[at]?.meaning
  return (
    <div className="flex flex-col gap-2">
      <Scale
        label={label}
        steps={codes}
        value={at === -1 ? undefined : cap}
        onChange={onChange}
        error={error}
      />
      <p className="text-sm text-muted">
        {out.length > 0 ? t('kids.leaves_out', { ratings: format.list(out) }) : t('kids.leaves_out_none')}
        {meaning && <span className="mt-1 block">{`${cap}: ${meaning}`}</span>}
      </p>
    </div>
  )
}
