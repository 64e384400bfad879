import { createLink } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import type { SearchItem } from '#lib/search-item.ts'
import { RowLink, RowList } from '#ui/row-link.tsx'
import { Section } from '#ui/section.tsx'

const Row = createLink(RowLink)

/** Pages, settings and people of this server. */
export function OwnResults({ items }: { items: readonly SearchItem[] }) {
  const { t } = useTranslation()
  if (items.length === 0) return null
  return (
    <Section title={t('search.group.pages')}>
      <RowList>
        {items.map(item => (
          <li key={item.id}>
            <Row
              {...item.place}
              mark={<item.icon aria-hidden className="size-5 shrink-0 text-muted" />}
              title={item.label}
            />
          </li>
        ))}
      </RowList>
    </Section>
  )
}
