import type { PathMapping } from '@foyer/contract/instances/instances'
import { createCoverage } from '@foyer/contract/media-files/path-coverage'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useMemo, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { formErrors } from '#lib/form-errors.ts'
import { isUnreadable } from '#lib/is-unreadable.ts'
import { type OptionalRead, Unread } from '#lib/unread.tsx'
import { useDebounced } from '#lib/use-debounced.ts'
import { SectionCard } from '#ui/card.tsx'
import { Form } from '#ui/form.tsx'
import { Notice } from '#ui/notice.tsx'
import { SaveRow } from '#ui/save-row.tsx'
import { coverageQuery } from './api.ts'
import { CoveragePreview } from './coverage-preview.tsx'
import { LibraryCoverage } from './library-coverage.tsx'
import { countsOfRows, finishedRows, isChanged, trimmed } from './mapping-draft.ts'
import { MappingRows } from './mapping-rows.tsx'

const TYPING_MS = 300

interface MappingsCardProps {
  /** The instance. */
  id: string
  product: string
  /** The number of folders between a file and the manager's root: one for a title, two with an author. */
  depth: number
  mappings: readonly PathMapping[]
  /** Folders that downloads may come from; undefined while unknown. */
  roots: readonly string[] | undefined
  /** How reading them went. */
  roots_read: OptionalRead
  saving: boolean
  saved: boolean
  failure: unknown
  onSave: (mappings: PathMapping[]) => void
  onEdit: () => void
}

/** Maps a manager's folders to Foyer's, so that people can download files. */
export function MappingsCard(props: MappingsCardProps) {
  const { id, product, depth, mappings, roots, roots_read, saving, saved, failure, onSave, onEdit } = props
  const { t } = useTranslation()
  const [rows, setRows] = useState<readonly PathMapping[]>(mappings)
  const [is_touched, setTouched] = useState(false)
  const [path, setPath] = useState('')
  const list = useRef<HTMLOListElement>(null)
  const is_begun = useRef(false)
  const errors = useMemo(() => formErrors(t, failure), [t, failure])
  const tried = path.trim() ? createCoverage(rows.map(trimmed))(path.trim()) : null
  const is_off = roots?.length === 0
  const asked = useDebounced(rows, TYPING_MS)
  const coverage = useQuery({ ...coverageQuery(id, finishedRows(asked)), enabled: Boolean(roots?.length) })

  useEffect(() => {
    if (!is_begun.current) return
    is_begun.current = false
    // The pressed suggestion is gone; what is left to write has the focus.
    list.current?.lastElementChild?.querySelectorAll('input')[1]?.focus()
  })

  function change(next: readonly PathMapping[]) {
    setRows(next)
    setTouched(true)
    onEdit()
  }

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
            ref={list}
            rows={rows}
            caught={tried?.covered ? tried.row : null}
            counts={coverage.data ? countsOfRows(asked, coverage.data.rows) : []}
            roots={roots ?? []}
            errors={errors.fields}
            product={product}
            onChange={change}
          />
          <Unread of={roots_read} />
          {!is_off && !isUnreadable(roots_read) && (
            <LibraryCoverage
              product={product}
              rows={rows}
              coverage={coverage}
              depth={depth}
              onMap={source_path => {
                is_begun.current = true
                change([...rows, { source_path, local_path: '' }])
              }}
            />
          )}
          {rows.length > 0 && (
            <CoveragePreview product={product} path={path} coverage={tried} onChange={setPath} />
          )}
          {(rows.length > 0 || mappings.length > 0) && (
            <SaveRow saving={saving} saved={saved} changed={is_touched && isChanged(rows, mappings)} />
          )}
        </Form>
      )}
    </SectionCard>
  )
}
