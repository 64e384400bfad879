import type { BookTitle } from '@foyer/contract/book-library'
import BookOpen from 'lucide-react/icons/book-open'
import Headphones from 'lucide-react/icons/headphones'
import { Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { tintOf } from '#lib/tint.ts'
import { Picture } from '#ui/picture.tsx'
import { StatusMark } from '#ui/status-mark.tsx'
import { useStatusText } from '#ui/use-status-text.ts'
import { formatStatus } from './book-shelf.ts'
import { coverUrl } from '../cards/cover.ts'

const FORMATS = [
  ['ebook', BookOpen],
  ['audiobook', Headphones],
] as const

const ROW = 'flex items-center gap-4 px-3 py-3 sm:px-4'

type ListedTitle = BookTitle & { position?: string | null }

interface TitleListProps {
  label: string
  titles: readonly ListedTitle[]
}

/** A list of titles with both formats each; in a series with their positions. */
export function TitleList({ label, titles }: TitleListProps) {
  return (
    <ol
      aria-label={label}
      className="divide-y divide-line overflow-hidden rounded-card border border-line bg-surface"
    >
      {titles.map((title, at) => (
        // Records without an id are keyed by their index; they have no page to link to.
        <li key={title.foreign_book_id || at}>
          {title.foreign_book_id === '' ? (
            <div className={ROW}>
              <TitleLine title={title} />
            </div>
          ) : (
            <Link
              to="/books/titles/$id"
              params={{ id: title.foreign_book_id }}
              search={{ title: title.title }}
              className={`${ROW} -outline-offset-2 hover:bg-raised/60`}
            >
              <TitleLine title={title} />
            </Link>
          )}
        </li>
      ))}
    </ol>
  )
}

function TitleLine({ title }: { title: ListedTitle }) {
  const { t } = useTranslation()
  const word = useStatusText()
  return (
    <>
      {title.position !== undefined && (
        <span className="w-8 shrink-0 text-center font-medium text-muted tabular-nums">
          {title.position ?? '–'}
        </span>
      )}
      <Picture
        alt=""
        fit="contain"
        src={coverUrl(title.cover)}
        tint={tintOf(title.foreign_book_id)}
        className="aspect-2/3 w-12 shrink-0 rounded-mark"
        fallback={<span className="text-xs">{title.title.slice(0, 1)}</span>}
      />
      <span className="flex min-w-0 flex-1 flex-col gap-1 sm:flex-row sm:items-center sm:gap-4">
        <span className="flex min-w-0 flex-1 flex-col">
          <span className="line-clamp-2 font-medium">{title.title}</span>
          <span className="truncate text-sm text-muted">
            {[title.author, title.year].filter(Boolean).join(' · ')}
          </span>
        </span>
        <span className="flex gap-4">
          {FORMATS.map(([format, Icon]) => {
            const status = formatStatus(title, format)
            return (
              <span key={format} className="inline-flex items-center gap-1.5 text-sm text-muted">
                <Icon aria-hidden className="size-4.5" />
                <span className="sr-only">{t(`requests.format.${format}`)}: </span>
                {status === 'unavailable' ? (
                  <>
                    <span aria-hidden>–</span>
                    <span className="sr-only">{t('books.not_there')}</span>
                  </>
                ) : (
                  <>
                    <StatusMark status={status} silent size="sm" />
                    <span className="sr-only">{word(status)}</span>
                  </>
                )}
              </span>
            )
          })}
        </span>
      </span>
    </>
  )
}
