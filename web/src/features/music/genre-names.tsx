import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { Fragment } from 'react'
import { TEXT_LINK } from '#ui/text-link.ts'
import { genresQuery } from './api.ts'
import { genreNamed } from './genre-named.ts'
import { useMusicShelf } from './shelf.ts'

/** The genres of an album or an artist; those that have a page of their own lead to it. */
export function GenreNames({ names }: { names: readonly string[] }) {
  const { instance_id } = useMusicShelf()
  const { data } = useQuery(genresQuery(instance_id))
  return (
    <>
      {names.map((name, at) => {
        const genre = genreNamed(data?.genres ?? [], name)
        return (
          <Fragment key={name}>
            {at > 0 && ', '}
            {genre ? (
              <Link to="/music/genres/$genre" params={{ genre: genre.id }} className={TEXT_LINK}>
                {name}
              </Link>
            ) : (
              name
            )}
          </Fragment>
        )
      })}
    </>
  )
}
