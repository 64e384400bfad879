import type { MovieDetail } from '@foyer/contract/discover-screen/media-details'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { useFormat } from '#lib/i18n.ts'
import { usePageTitle } from '#lib/page-title.ts'
import { CastRow } from './cast-row.tsx'
import { CollectionRow } from './collection-row.tsx'
import { FactList, movieFacts } from './fact-list.tsx'
import { GenreLinks } from '../browse/genre-links.tsx'
import { movieLinks } from './id-links.ts'
import { KeywordLinks } from '../browse/keyword-links.tsx'
import { OfferRow } from './offer-row.tsx'
import { TitleBody } from './title-body.tsx'
import { movieCertification, regionOf } from './title-facts.ts'
import { TitleHead } from './title-head.tsx'
import { yearOf } from '../title.ts'
import { useTitleTexts } from './use-title-texts.ts'
import { videosOf } from './videos.ts'

interface MovieViewProps {
  movie: MovieDetail
  /** A link to the parent page. */
  back: ReactNode
  /** The title's actions. */
  action?: ReactNode
}

export function MovieView({ movie, back, action }: MovieViewProps) {
  const { t } = useTranslation()
  const format = useFormat()
  const words = useTitleTexts()
  const region = regionOf(format.language)
  usePageTitle(movie.title)
  return (
    <article className="flex flex-col gap-6 lg:gap-10">
      <TitleHead
        id={movie.id}
        name={movie.title}
        year={yearOf(movie.release_date)}
        poster={movie.poster_path}
        backdrop={movie.backdrop_path}
        tagline={movie.tagline}
        certification={movieCertification(movie, region)}
        marks={[words.runtime(movie.runtime), words.score(movie.vote_average, movie.vote_count)]}
        genres={<GenreLinks type="movie" genres={movie.genres} />}
        videos={videosOf(movie.videos)}
        back={back}
        action={action}
      />
      <TitleBody
        type="movie"
        id={String(movie.id)}
        overview={movie.overview}
        facts={
          <>
            <FactList facts={movieFacts(t, movie, format)} links={movieLinks(movie)} />
            <KeywordLinks type="movie" id={movie.id} />
          </>
        }
        offers={<OfferRow type="movie" id={movie.id} region={region} />}
      >
        <CastRow credits={movie.credits} />
        <CollectionRow movie={movie} />
      </TitleBody>
    </article>
  )
}
