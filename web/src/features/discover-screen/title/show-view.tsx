import type { TvDetail } from '@foyer/contract/discover-screen/media-details'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { useFormat } from '#lib/i18n.ts'
import { usePageTitle } from '#lib/page-title.ts'
import { CastRow } from './cast-row.tsx'
import type { EpisodeActions } from './episode-list.tsx'
import { FactList, showFacts } from './fact-list.tsx'
import { GenreLinks } from '../browse/genre-links.tsx'
import { showLinks } from './id-links.ts'
import { KeywordLinks } from '../browse/keyword-links.tsx'
import { OfferRow } from './offer-row.tsx'
import { SeasonList } from './season-list.tsx'
import { TitleBody } from './title-body.tsx'
import { regionOf, showCertification } from './title-facts.ts'
import { TitleHead } from './title-head.tsx'
import { yearOf } from '../title.ts'
import { useTitleTexts } from './use-title-texts.ts'
import { videosOf } from './videos.ts'

interface ShowViewProps {
  show: TvDetail
  /** A link to the parent page. */
  back: ReactNode
  /** The title's actions. */
  action?: ReactNode
  /** The status of a season, provided by another slice. */
  seasonMark?: (season_number: number) => ReactNode
  episodeActions?: EpisodeActions | undefined
}

export function ShowView({ show, back, action, seasonMark, episodeActions }: ShowViewProps) {
  const { t } = useTranslation()
  const format = useFormat()
  const words = useTitleTexts()
  const region = regionOf(format.language)
  const seasons = show.number_of_seasons
  usePageTitle(show.name)
  return (
    <article className="flex flex-col gap-6 lg:gap-10">
      <TitleHead
        id={show.id}
        name={show.name}
        year={yearOf(show.first_air_date)}
        poster={show.poster_path}
        backdrop={show.backdrop_path}
        tagline={show.tagline}
        certification={showCertification(show, region)}
        marks={[
          seasons ? t('discover.season_count', { count: seasons }) : undefined,
          words.score(show.vote_average, show.vote_count),
        ]}
        genres={<GenreLinks type="tv" genres={show.genres} />}
        videos={videosOf(show.videos)}
        back={back}
        action={action}
      />
      <TitleBody
        type="tv"
        id={String(show.id)}
        overview={show.overview}
        facts={
          <>
            <FactList facts={showFacts(t, show, format)} links={showLinks(show)} />
            <KeywordLinks type="tv" id={show.id} />
          </>
        }
        offers={<OfferRow type="tv" id={show.id} region={region} />}
      >
        <SeasonList show={show} mark={seasonMark} actions={episodeActions} />
        <CastRow credits={show.credits} />
      </TitleBody>
    </article>
  )
}
