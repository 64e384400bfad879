import type { Coverage } from '@foyer/contract/media-files/path-coverage'
import { useTranslation } from 'react-i18next'
import { Field } from '#ui/field.tsx'
import { Input } from '#ui/input.tsx'
import { Notice } from '#ui/notice.tsx'

interface CoveragePreviewProps {
  product: string
  path: string
  coverage: Coverage | null
  onChange: (path: string) => void
}

/** Tests a path as the manager shows it: which mapping applies, and what it becomes. */
export function CoveragePreview({ product, path, coverage, onChange }: CoveragePreviewProps) {
  const { t } = useTranslation()
  return (
    // Nothing that is tried here is saved with the form.
    <div className="flex flex-col gap-3" onInput={event => event.stopPropagation()}>
      <Field label={t('path_mappings.try')} hint={t('path_mappings.try_hint', { product })}>
        {wiring => (
          <Input
            {...wiring}
            placeholder="/data/media/Movies/Dune (2021)/Dune.mkv"
            spellCheck={false}
            autoCapitalize="none"
            value={path}
            onChange={event => onChange(event.target.value)}
          />
        )}
      </Field>
      <div aria-live="polite" className="empty:hidden">
        {coverage &&
          (coverage.covered ? (
            <Notice tone="ok" title={t('path_mappings.caught', { row: coverage.row + 1 })}>
              <span className="font-mono break-all">{coverage.local_path}</span>
            </Notice>
          ) : (
            <Notice tone="warn">{t(`path_mappings.reason.${coverage.reason}`, { product })}</Notice>
          ))}
      </div>
    </div>
  )
}
