import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { tintOf } from '#lib/tint.ts'
import { Picture } from '#ui/picture.tsx'
import { useSources } from '../cards/image-base.ts'
import { Backdrop } from './backdrop.tsx'
import type { Video } from './videos.ts'
import { WithTrailer } from './with-trailer.tsx'

interface TitleHeadProps {
  id: number
  name: string
  year: string | undefined
  poster: string | null | undefined
  backdrop: string | null | undefined
  tagline: string | null | undefined
  /** Runtime or seasons, and the rating, as short texts. */
  marks: readonly (string | undefined)[]
  /** The age rating as written in the reader's country: "12", "PG-13". */
  certification: string | undefined
  genres?: ReactNode
  videos: readonly Video[]
  /** A link to the parent page. */
  back?: ReactNode
  /** The title's actions; the request button's row also shows the trailer. */
  action?: ReactNode
}

/** The top of a title page: backdrop behind, poster and name in front. */
export function TitleHead(props: TitleHeadProps) {
  const { id, name, year, poster, backdrop, tagline, marks, genres, videos, back, action } = props
  const sources = useSources()
  return (
    <header className="-mx-4 -mt-4 sm:-mx-6 lg:-mx-10 lg:-mt-10">
      <div className="relative">
        <Backdrop tint={tintOf(id)} picture={sources(backdrop, 'backdrop', 'wide')} />
        <div className="absolute start-4 top-2 empty:hidden sm:start-6 lg:start-10 lg:top-6">{back}</div>
      </div>
      {/*
       * The actions are read later than the name: one row of them ends with the poster, and there is room for two, so
       * that nothing moves.
       */}
      <div className="relative -mt-24 grid grid-cols-[7rem_minmax(0,1fr)] gap-4 px-4 sm:-mt-32 sm:-mb-2 sm:grid-cols-[13rem_minmax(0,1fr)] sm:grid-rows-[minmax(15rem,auto)_minmax(6.5rem,auto)] sm:gap-x-6 sm:gap-y-3 sm:px-6 lg:-mt-44 lg:-mb-5 lg:grid-cols-[16rem_minmax(0,1fr)] lg:grid-rows-[minmax(19.5rem,auto)_minmax(6.5rem,auto)] lg:gap-x-8 lg:px-10">
        <Picture
          eager
          alt=""
          tint={tintOf(id)}
          className="aspect-2/3 self-end rounded-card shadow-float ring-1 ring-line ring-inset sm:row-span-2 sm:self-start"
          fallback={<span className="line-clamp-4 text-sm font-medium wrap-anywhere">{name}</span>}
          {...sources(poster, 'poster', 'head')}
        />
        {/* A long name starts where the backdrop has faded enough to be readable. */}
        <div className="flex min-w-0 flex-col gap-2 self-end pt-14 pb-1 sm:gap-3 sm:pb-0">
          <h1 className="text-xl font-semibold sm:text-2xl">
            {name}
            {year && <span className="font-normal text-muted"> {year}</span>}
          </h1>
          {tagline && <p className="hidden text-muted italic sm:block">{tagline}</p>}
          <p className="flex flex-wrap items-center gap-x-3 gap-y-1 text-sm text-muted tabular-nums">
            {props.certification && <Certification rating={props.certification} />}
            {marks.filter(Boolean).map(mark => (
              <span key={mark}>{mark}</span>
            ))}
          </p>
          <div className="hidden sm:block">{genres}</div>
        </div>
        <div className="col-span-full flex min-w-0 flex-col gap-2 empty:hidden sm:col-span-1 sm:col-start-2">
          <WithTrailer name={name} videos={videos}>
            {action}
          </WithTrailer>
        </div>
      </div>
      <div className="px-4 pt-4 [article:has([data-waiting])_&]:invisible sm:hidden">{genres}</div>
    </header>
  )
}

/** A bare "6" would be unclear, so it has a frame like ratings on posters, and a label for screen readers. */
function Certification({ rating }: { rating: string }) {
  const { t } = useTranslation()
  return (
    <span title={t('discover.certification')} className="rounded-mark border border-edge px-1.5 font-medium">
      <span className="sr-only">{t('discover.certification')}: </span>
      {rating}
    </span>
  )
}
