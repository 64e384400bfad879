import type { PathMapping } from '@foyer/contract/instances/instances'
import type { MappingCoverage } from '@foyer/contract/media-files/media-files'
import Plus from 'lucide-react/icons/plus'
import { useTranslation } from 'react-i18next'
import { type Read, ReadFailure } from '#lib/read-failure.tsx'
import { Button } from '#ui/button.tsx'
import { ProgressBar } from '#ui/progress-bar.tsx'
import { Skeleton } from '#ui/skeleton.tsx'
import { suggestedSources } from './mapping-draft.ts'

const SHOWN = 5

interface LibraryCoverageProps {
  product: string
  rows: readonly PathMapping[]
  coverage: Read & { data: MappingCoverage | undefined }
  /** The number of folders between a file and its mapped folder. */
  depth: number
  /** Starts a mapping for a folder of the library. */
  onMap: (source_path: string) => void
}

/** The library files covered by the mappings as written: counts, examples, and folders that are missing. */
export function LibraryCoverage({ product, rows, coverage, depth, onMap }: LibraryCoverageProps) {
  const { t } = useTranslation()
  const { data, error, isFetching } = coverage
  if (!data)
    return error ? (
      <ReadFailure of={coverage} compact title={t('path_mappings.unreadable', { product })} />
    ) : (
      <Skeleton className="h-24 w-full" />
    )
  const { files, covered_files } = data
  if (files === 0) return <p className="text-sm text-muted">{t('path_mappings.no_files', { product })}</p>
  const rest = files - covered_files
  const suggested = suggestedSources(data.uncovered, rows, depth)
  return (
    <section
      aria-label={t('path_mappings.coverage')}
      aria-busy={isFetching}
      className="flex flex-col gap-4 rounded-control border border-line p-4"
    >
      <div className="flex flex-col gap-2">
        <p aria-live="polite" className="text-sm font-medium">
          {t('path_mappings.covered', { covered: covered_files, count: files, product })}
        </p>
        <ProgressBar
          label={t('path_mappings.coverage')}
          share={covered_files / files}
          tone={rest === 0 ? 'ok' : 'accent'}
        />
      </div>
      {data.covered.length > 0 && (
        <Examples title={t('path_mappings.examples')}>
          {data.covered.map(({ path, files: count, local_path }) => (
            <Example key={path} path={path} files={count} local_path={local_path} />
          ))}
        </Examples>
      )}
      {rest > 0 && data.uncovered.length > 0 && (
        <Examples title={t('path_mappings.not_covered', { count: rest })}>
          {data.uncovered.slice(0, SHOWN).map(({ path, files: count }) => (
            <Example key={path} path={path} files={count} />
          ))}
        </Examples>
      )}
      {suggested.length > 0 && (
        <div className="flex flex-wrap gap-2">
          {suggested.map(source => (
            <Button key={source} size="sm" icon={<Plus aria-hidden />} onClick={() => onMap(source)}>
              <span className="wrap-anywhere">{t('path_mappings.map', { source })}</span>
            </Button>
          ))}
        </div>
      )}
    </section>
  )
}

function Examples({ title, children }: { title: string; children: React.ReactNode }) {
  return (
    <div className="flex flex-col gap-1">
      <p className="text-sm text-muted">{title}</p>
      <ul className="flex flex-col gap-2">{children}</ul>
    </div>
  )
}

interface ExampleProps {
  path: string
  files: number
  /** Where Foyer looks for it; absent without a mapping. */
  local_path?: string
}

function Example({ path, files, local_path }: ExampleProps) {
  const { t } = useTranslation()
  return (
    <li className="flex flex-col text-sm">
      <span className="wrap-anywhere">
        <span className="font-mono">{path}</span>
        {files > 1 && <span className="text-muted"> · {t('path_mappings.files', { count: files })}</span>}
      </span>
      {local_path && <span className="font-mono text-ok wrap-anywhere">→ {local_path}</span>}
    </li>
  )
}
