import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { ButtonLink } from '#lib/link.tsx'
import { Section } from '#ui/section.tsx'
import { Skeleton } from '#ui/skeleton.tsx'
import { genresQuery } from './api.ts'
import { useMusicShelf } from './shelf.ts'

const WAITING = 12

/** All genres. If they fail to load, nothing is shown: the lists around report the error. */
export function GenreLinks() {
  const { t } = useTranslation()
  const { instance_id } = useMusicShelf()
  const { data, error } = useQuery(genresQuery(instance_id))
  if (error && !data) return null
  return (
    <Section title={t('music.genres')}>
      <ul className="flex flex-wrap gap-2" aria-busy={!data}>
        {data
          ? data.genres.map(({ id, name }) => (
              <li key={id}>
                <ButtonLink to="/music/genres/$genre" params={{ genre: id }}>
                  {name}
                </ButtonLink>
              </li>
            ))
          : Array.from({ length: WAITING }, (_, at) => (
              <li key={at}>
                <Skeleton className="h-11 w-24" />
              </li>
            ))}
      </ul>
    </Section>
  )
}
