import { useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { formErrors } from '#lib/form-errors.ts'
import { SectionCard } from '#ui/card.tsx'
import { Form } from '#ui/form.tsx'
import { Notice } from '#ui/notice.tsx'
import { SaveRow } from '#ui/save-row.tsx'
import { CoveragePreview } from './coverage-preview.tsx'
import { MappingRows } from './mapping-rows.tsx'
import { coverPath, type Mapping } from './path-coverage.ts'

interface MappingsCardProps {
  product: string
  mappings: readonly Mapping[]
  /** Folders that downloads may come from; undefined while nobody knows. */
  roots: readonly string[] | undefined
  saving: boolean
  saved: boolean
  failure: unknown
  onSave: (mappings: Mapping[]) => void
  onEdit: () => void
}

/** Where the files of a manager lie for Foyer, so that people can download them. */
export function MappingsCard(props: MappingsCardProps) {
  const { product, mappings, roots, saving, saved, failure, onSave, onEdit } = props
  const { t } = useTranslation()
  const [rows, setRows] = useState<readonly Mapping[]>(mappings)
  const [path, setPath] = useState('')
  const errors = useMemo(() => formErrors(t, failure), [t, failure])
  const coverage = path.trim() ? coverPath(rows, path) : null
  const is_off = roots?.length === 0

  return (
    <SectionCard title={t('path_mappings.title')} text={t('path_mappings.text', { product })}>
      {is_off && <Notice>{t('path_mappings.no_roots')}</Notice>}
      {(!is_off || rows.length > 0) && (
        <Form onSubmit={() => onSave([...rows])} errors={errors.fields} className={is_off ? 'mt-5' : ''}>
          {errors.form && <Notice tone="danger">{errors.form}</Notice>}
          {roots && roots.length > 0 && (
            <p className="text-sm text-muted">{t('path_mappings.roots', { roots: roots.join(', ') })}</p>
          )}
          <MappingRows
            rows={rows}
            caught={coverage?.covered ? coverage.row : null}
            errors={errors.fields}
            product={product}
            onChange={next => {
              setRows(next)
              onEdit()
            }}
          />
          {rows.length > 0 && (
            <CoveragePreview product={product} path={path} coverage={coverage} onChange={setPath} />
          )}
          {(rows.length > 0 || mappings.length > 0) && <SaveRow saving={saving} saved={saved} />}
        </Form>
      )}
    </SectionCard>
  )
}
