import type { PathMapping } from '@foyer/contract/instances/instances'
import ArrowDown from 'lucide-react/icons/arrow-down'
import ArrowUp from 'lucide-react/icons/arrow-up'
import Plus from 'lucide-react/icons/plus'
import Trash2 from 'lucide-react/icons/trash-2'
import { type ReactNode, type Ref, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from '#ui/button.tsx'
import { cx } from '#ui/cx.ts'
import { Field } from '#ui/field.tsx'
import { focusBeside } from '#ui/focus-beside.ts'
import { IconButton } from '#ui/icon-button.tsx'
import { Input } from '#ui/input.tsx'
import { useFocusPassedOn } from '#ui/use-focus-passed-on.ts'
import { isBeneath } from './mapping-draft.ts'

const MOST = 50

interface MappingRowsProps {
  ref: Ref<HTMLOListElement>
  rows: readonly PathMapping[]
  /** The row that applies to the tested path. */
  caught: number | null
  /** The number of files per row, if known. */
  counts: readonly (number | undefined)[]
  /** Folders that files may come from. */
  roots: readonly string[]
  errors: Readonly<Record<string, string>>
  product: string
  onChange: (rows: readonly PathMapping[]) => void
}

/** Pairs of folders, in the order they are tried. */
export function MappingRows(props: MappingRowsProps) {
  const { ref, rows, caught, counts, roots, errors, product, onChange } = props
  const { t } = useTranslation()

  function edit(at: number, part: Partial<PathMapping>) {
    onChange(rows.map((row, index) => (index === at ? { ...row, ...part } : row)))
  }
  function swap(at: number, by: -1 | 1) {
    const next = [...rows]
    const [row] = next.splice(at, 1)
    if (row) next.splice(at + by, 0, row)
    onChange(next)
  }

  return (
    <div className="flex flex-col gap-3">
      <ol ref={ref} className="flex flex-col gap-3">
        {rows.map((row, at) => (
          <Row
            // Rows have no id; their index identifies them.
            key={at}
            className={cx(
              'flex flex-col gap-3 rounded-control border p-3 transition-colors sm:flex-row sm:items-start',
              caught === at ? 'border-ok bg-ok-soft' : 'border-line bg-raised',
            )}
          >
            <div className="grid flex-1 gap-3 sm:grid-cols-2">
              <Field
                label={t('path_mappings.source', { product })}
                error={errors[`media_path_mappings.${at}.source_path`]}
              >
                {wiring => (
                  <Input
                    {...wiring}
                    placeholder="/data/media"
                    spellCheck={false}
                    autoCapitalize="none"
                    value={row.source_path}
                    onChange={event => edit(at, { source_path: event.target.value })}
                  />
                )}
              </Field>
              <Field label={t('path_mappings.local')} error={errors[`media_path_mappings.${at}.local_path`]}>
                {wiring => (
                  <Input
                    {...wiring}
                    placeholder="/media"
                    spellCheck={false}
                    autoCapitalize="none"
                    value={row.local_path}
                    onChange={event => edit(at, { local_path: event.target.value })}
                  />
                )}
              </Field>
              <RowCount count={counts[at]} outside={!isBeneath(roots, row.local_path)} />
            </div>
            <div className="flex justify-end sm:pt-6.5">
              <IconButton
                label={t('path_mappings.up', { row: at + 1 })}
                icon={<ArrowUp />}
                disabled={at === 0}
                onClick={() => swap(at, -1)}
              />
              <IconButton
                label={t('path_mappings.down', { row: at + 1 })}
                icon={<ArrowDown />}
                disabled={at === rows.length - 1}
                onClick={() => swap(at, 1)}
              />
              <IconButton
                label={t('path_mappings.remove', { row: at + 1 })}
                icon={<Trash2 />}
                onClick={() => onChange(rows.filter((_, index) => index !== at))}
              />
            </div>
          </Row>
        ))}
      </ol>
      {rows.length < MOST && (
        <span>
          <Button
            icon={<Plus aria-hidden />}
            onClick={() => onChange([...rows, { source_path: '', local_path: '' }])}
          >
            {t('path_mappings.add')}
          </Button>
        </span>
      )}
    </div>
  )
}

/** The last one goes with its pressed button. */
function Row({ className, children }: { className: string; children: ReactNode }) {
  const line = useRef<HTMLLIElement>(null)
  useFocusPassedOn(line, focusBeside)
  return (
    <li ref={line} className={className}>
      {children}
    </li>
  )
}

function RowCount({ count, outside }: { count: number | undefined; outside: boolean }) {
  const { t } = useTranslation()
  if (count === undefined) return null
  const none = outside ? t('path_mappings.row_outside') : t('path_mappings.row_none')
  return (
    <p className={cx('text-sm sm:col-span-2', count === 0 ? 'text-warn' : 'text-muted')}>
      {count === 0 ? none : t('path_mappings.row_files', { count })}
    </p>
  )
}
