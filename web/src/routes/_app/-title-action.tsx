import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { configQuery } from '#features/app-config/api.ts'
import { TitleAction } from '#features/requests/title/title-action.tsx'
import { titleStatusQuery } from '#features/title-status/api.ts'
import { hasPermission } from '#lib/guard.ts'
import { librariesFor } from '#lib/libraries.ts'
import { shownStatus } from '#lib/request-status.ts'
import { ActionRow } from '#ui/action-row.tsx'
import { useHasWaited } from '#ui/use-has-waited.ts'
import { WithOpenOnTv } from './-open-on-tv.tsx'
import { WithHiding } from './-title-hiding.tsx'
import { WithTitleTools } from './-title-tools.tsx'
import { useWatch } from './-watch.tsx'

const LATE_MS = 1_000

interface TitlePageActionProps {
  media_type: 'movie' | 'tv'
  tmdb_id: number
  /** Only for shows. */
  tvdb_id?: number | undefined
  name: string
  year: string | undefined
  seasons?: React.ComponentProps<typeof TitleAction>['seasons']
  /** In the same row: the downloads of a movie. */
  beside?: React.ReactNode
}

/** The status button of a title page, which also requests it. */
export function TitlePageAction(props: TitlePageActionProps) {
  const { media_type, tmdb_id, name } = props
  return (
    <WithTitleTools title={{ media_type, tmdb_id, name }}>
      <WithHiding title={{ media_type, tmdb_id, name }}>
        <RequestAction {...props} />
      </WithHiding>
    </WithTitleTools>
  )
}

type ActionTitle = Pick<TitlePageActionProps, 'media_type' | 'tmdb_id' | 'tvdb_id' | 'name' | 'year'>

/** What the libraries and the media servers say of a title. */
function useAnswers({ media_type, tmdb_id, tvdb_id, name, year }: ActionTitle) {
  const can_request = hasPermission('media:request')
  const read = useQuery(configQuery())
  const config = read.data
  const own = librariesFor(config, media_type)
  const has_library = can_request && own.length > 0
  const status = useQuery({ ...titleStatusQuery({ media_type, tmdb_id }), enabled: has_library })
  const watch = useWatch({ media_type, tmdb_id, tvdb_id, title: name, year })
  // Without the configuration nobody knows which library to ask.
  return { can_request, config, own, status, reading: config ? status : read, watch }
}

type Answers = ReturnType<typeof useAnswers>

/** Whether the actions do not have their height yet; once they had it, or were late, they are not waited for again. */
function useIsWaiting({ reading, watch }: Answers): boolean {
  const is_loading = reading.isLoading || (watch?.is_loading ?? false)
  const is_late = useHasWaited(is_loading, LATE_MS)
  const [was_there, setWasThere] = useState(false)
  const is_there = was_there || !is_loading || is_late
  if (is_there && !was_there) setWasThere(true)
  return !is_there
}

function RequestAction(props: TitlePageActionProps) {
  const answers = useAnswers(props)
  // Those of a title in a library are taller than their placeholder: see TitleBody. An attribute draws nothing again.
  return (
    <div className="contents" data-waiting={useIsWaiting(answers) || undefined}>
      <Actions {...props} answers={answers} />
    </div>
  )
}

function Actions(props: TitlePageActionProps & { answers: Answers }) {
  const { media_type, tmdb_id, name, seasons, beside, answers } = props
  const { can_request, config, own, status, reading, watch } = answers
  if (!can_request)
    return <ActionRow primary={watch?.button({ is_primary: true, in_library: false })} beside={beside} />
  const here = status.data?.instance_id ?? own[0]?.id
  const others = own
    .filter(({ id }) => id !== here)
    .flatMap(({ id, name }) => {
      const there = status.data?.instance_statuses?.[id]
      return there ? [{ id, name, status: shownStatus(there) }] : []
    })
  return (
    <WithOpenOnTv title={{ media_type, tmdb_id, name }} answer={status.data}>
      <TitleAction
        title={{ media_type, tmdb_id, name }}
        seasons={seasons}
        answer={status.data}
        error={reading.error}
        retrying={reading.isFetching}
        onRetry={() => void reading.refetch()}
        // Until the configuration is there it waits, in the same row that stays.
        has_library={!config || own.length > 0}
        others={others}
        beside={beside}
        watch={watch}
      />
    </WithOpenOnTv>
  )
}
