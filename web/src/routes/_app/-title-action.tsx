import { useQuery } from '@tanstack/react-query'
import { configQuery } from '#features/app-config/api.ts'
import { TitleAction } from '#features/requests/title/title-action.tsx'
import { titleStatusQuery } from '#features/title-status/api.ts'
import { hasPermission } from '#lib/guard.ts'
import { librariesFor } from '#lib/libraries.ts'
import { shownStatus } from '#lib/request-status.ts'
import { ActionRow } from '#ui/action-row.tsx'
import { WithOpenOnTv } from './-open-on-tv.tsx'
import { WithHiding } from './-title-hiding.tsx'
import { WithTitleTools } from './-title-tools.tsx'
import { useWatch } from './-watch.tsx'

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

function RequestAction(props: TitlePageActionProps) {
  const { media_type, tmdb_id, tvdb_id, name, year, seasons, beside } = props
  const can_request = hasPermission('media:request')
  const read = useQuery(configQuery())
  const config = read.data
  const own = librariesFor(config, media_type)
  const status = useQuery({
    ...titleStatusQuery({ media_type, tmdb_id }),
    enabled: can_request && own.length > 0,
  })
  // Without the configuration nobody knows which library to ask.
  const asked = config ? status : read
  const watch = useWatch({ media_type, tmdb_id, tvdb_id, title: name, year })
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
        error={asked.error}
        retrying={asked.isFetching}
        onRetry={() => void asked.refetch()}
        // Until the configuration is there it waits, in the same row that stays.
        has_library={!config || own.length > 0}
        others={others}
        beside={beside}
        watch={watch}
      />
    </WithOpenOnTv>
  )
}
