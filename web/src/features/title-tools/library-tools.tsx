import type { TitleRemoval } from '@foyer/contract/title-tools'
import { MANAGER_OF } from '@foyer/contract/instances/instance-types'
import { useQuery } from '@tanstack/react-query'
import ExternalLink from 'lucide-react/icons/external-link'
import Link2 from 'lucide-react/icons/link-2'
import Search from 'lucide-react/icons/search'
import Trash2 from 'lucide-react/icons/trash-2'
import type { TFunction } from 'i18next'
import { useTranslation } from 'react-i18next'
import { upstreamSentence, upstreamText } from '#lib/upstream-sentence.ts'
import { useFormat } from '#lib/i18n.ts'
import { ButtonLink } from '#lib/link.tsx'
import { PRODUCT_NAMES } from '#lib/product-names.ts'
import { ReadFailure } from '#lib/read-failure.tsx'
import { useNow } from '#lib/use-now.ts'
import { Button } from '#ui/button.tsx'
import { LinkButton } from '#ui/link-button.tsx'
import { Notice } from '#ui/notice.tsx'
import { Skeleton } from '#ui/skeleton.tsx'
import { type ManagedEntry, type ManagedLibrary, type ManagedTitle, toolsQuery, useSearchNow } from './api.ts'
import type { RemovedFrom } from './removal-step.tsx'

interface LibraryToolsProps {
  title: ManagedTitle
  onRemove: (library: RemovedFrom) => void
}

/** The title in each library manager: its page there, a search, the match of a show, and its removal. */
export function LibraryTools({ title, onRemove }: LibraryToolsProps) {
  const { t } = useTranslation()
  const read = useQuery(toolsQuery(title))
  const { data, error } = read
  return (
    <section className="flex flex-col gap-2">
      <h3 className="font-semibold">{t('title_tools.libraries')}</h3>
      {error && !data ? (
        <ReadFailure of={read} compact />
      ) : !data ? (
        <Skeleton className="h-28" />
      ) : data.libraries.length === 0 ? (
        <p className="text-sm text-muted">{t('title_tools.no_library')}</p>
      ) : (
        <ul className="flex flex-col gap-2">
          {data.libraries.map(library => (
            <LibraryCard key={library.instance_id} title={title} library={library} onRemove={onRemove} />
          ))}
        </ul>
      )}
      {title.media_type === 'tv' && (
        <ButtonLink
          to="/settings/tv-matches/$tmdb_id"
          params={{ tmdb_id: String(title.tmdb_id) }}
          variant="ghost"
          size="sm"
          icon={<Link2 aria-hidden />}
          className="-ms-3 w-fit pointer-coarse:min-h-11"
        >
          {t('title_tools.match')}
        </ButtonLink>
      )}
      {data?.removals.map(removal => (
        <RemovalLine key={removal.id} removal={removal} />
      ))}
    </section>
  )
}

function LibraryCard({ title, library, onRemove }: LibraryToolsProps & { library: ManagedLibrary }) {
  const { t } = useTranslation()
  const { instance_id: id, instance_name: name, status_known, entries } = library
  const [first] = entries
  const state = !status_known
    ? t('title_tools.unknown')
    : !first
      ? t('title_tools.absent')
      : // Each format of a book says it for itself.
        !first.book_format && stateText(t, first)
  return (
    <li className="flex flex-col gap-3 rounded-card border border-line p-3 text-sm">
      <span className="flex flex-wrap items-baseline justify-between gap-x-4">
        <span className="font-medium wrap-anywhere">{name}</span>
        <span className="text-muted">{state}</span>
      </span>
      {library.error && <p className="text-muted wrap-anywhere">{upstreamSentence(t, library.error)}</p>}
      {entries.map(entry => (
        <EntryTools
          key={entry.manager_url}
          title={title}
          library={{ id, name }}
          entry={entry}
          onRemove={onRemove}
        />
      ))}
    </li>
  )
}

function stateText(t: TFunction, { monitored }: ManagedEntry): string {
  return monitored ? t('title_tools.monitored') : t('title_tools.unmonitored')
}

interface EntryToolsProps extends LibraryToolsProps {
  library: { id: string; name: string }
  entry: ManagedEntry
}

function EntryTools({ title, library, entry, onRemove }: EntryToolsProps) {
  const { t } = useTranslation()
  const { book_format, manager_url, record_id } = entry
  const search = useSearchNow(title)
  const format = book_format && t(`requests.format.${book_format}`)
  return (
    <div
      className={format ? 'flex flex-col gap-3 border-t border-line pt-3' : 'flex flex-col gap-3'}
      // Both formats of a book have the same buttons.
      {...(format && { role: 'group', 'aria-label': format })}
    >
      {format && (
        <span className="flex flex-wrap items-baseline justify-between gap-x-4">
          <span>{format}</span>
          <span className="text-muted">{stateText(t, entry)}</span>
        </span>
      )}
      <div className="flex flex-wrap gap-2">
        <LinkButton
          size="sm"
          href={manager_url}
          target="_blank"
          rel="noreferrer"
          icon={<ExternalLink aria-hidden />}
          className="pointer-coarse:min-h-11"
        >
          {t('title_tools.open', { product: PRODUCT_NAMES[MANAGER_OF[title.media_type]] })}
          <span className="sr-only"> {t('discover.new_tab')}</span>
        </LinkButton>
        <Button
          size="sm"
          icon={<Search aria-hidden />}
          loading={search.isPending}
          className="pointer-coarse:min-h-11"
          onClick={() => search.mutate({ instance_id: library.id, record_id })}
        >
          {t('title_tools.search')}
        </Button>
        <Button
          size="sm"
          variant="ghost"
          icon={<Trash2 aria-hidden />}
          className="text-danger! pointer-coarse:min-h-11"
          onClick={() => onRemove({ ...library, record_id, book_format })}
        >
          {t('title_tools.remove')}
        </Button>
      </div>
      {search.data && (
        <Notice tone={search.data.outcome === 'done' ? 'ok' : 'warn'}>
          {t(`title_tools.search_${search.data.outcome}`, { library: library.name })}
        </Notice>
      )}
      {search.error && <Notice tone="danger">{upstreamText(t, search.error)}</Notice>}
    </div>
  )
}

/** Who removed it before, and what came of it. */
function RemovalLine({ removal }: { removal: TitleRemoval }) {
  const { t } = useTranslation()
  const format = useFormat()
  const now = useNow(60_000)
  const { instance_name, book_format } = removal
  return (
    <p className="text-sm text-muted">
      {t(`title_tools.removal.${removal.state}`, {
        library: book_format ? `${instance_name} (${t(`requests.format.${book_format}`)})` : instance_name,
        who: removal.removed_by ?? t('title_tools.somebody'),
        when: format.relative(removal.started_at, now),
      })}
    </p>
  )
}
