import { MANAGER_OF } from '@foyer/contract/instances/instance-types'
import type { DeliveryDefaults } from '@foyer/contract/instances/delivery-defaults'
import type { QualityProfile } from '@foyer/contract/request-settings'
import type { QueueRow } from '@foyer/contract/requests/admin-requests'
import { useQuery, type UseQueryResult } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useDecide } from '#features/approvals/api.ts'
import { changesOf } from '#features/approvals/edit/changes.ts'
import { EditDialog } from '#features/approvals/edit/edit-dialog.tsx'
import { effectiveQuality } from '#features/approvals/edit/effective-quality.ts'
import { FolderField } from '#features/approvals/edit/folder-field.tsx'
import { fittingFolders, usualFolder } from '#features/approvals/edit/folders.ts'
import { LibraryField } from '#features/approvals/edit/library-field.tsx'
import type { SentDecision } from '#features/approvals/decide/undo.ts'
import { isUnread } from '#features/approvals/edit/unread-choices.ts'
import { showQuery } from '#features/discover-screen/api.ts'
import { deliveryOptionsQuery, instanceQuery, instancesQuery } from '#features/instances/api.ts'
import { requestSettingsQuery, userSettingsQuery } from '#features/request-settings/api.ts'
import { optionsQuery } from '#features/requests/api.ts'
import { type Draft, seasonChoices } from '#features/requests/ask/season-choice.ts'
import { SeasonFields } from '#features/requests/ask/season-fields.tsx'
import { titleStatusQuery } from '#features/title-status/api.ts'
import { librariesQuery, usersQuery } from '#features/users/api.ts'
import { usableLibraries } from '#features/users/libraries/library-choice.ts'
import { errorText } from '#lib/error-text.ts'
import { upstreamText } from '#lib/upstream-sentence.ts'
import { PRODUCT_NAMES } from '#lib/product-names.ts'
import { ErrorState } from '#ui/error-state.tsx'
import { Skeleton } from '#ui/skeleton.tsx'

interface ApprovalEditorProps {
  row: QueueRow
  onClose: () => void
  onApproved: (sent: SentDecision) => void
}

/** Edits the library, seasons, quality and root folder of a request before it is approved. */
export function ApprovalEditor({ row, onClose, onApproved }: ApprovalEditorProps) {
  const { t } = useTranslation()
  const { tmdb_id = 0 } = row
  const [instance_id, setInstanceId] = useState(row.instance_id)
  const { libraries, instances, is_reading } = useLibrariesOf(row)
  const media_type = row.media_type === 'tv' ? 'tv' : 'movie'
  const on_screen = row.tmdb_id !== undefined
  const is_show = row.media_type === 'tv'
  const show = useQuery({ ...showQuery(String(tmdb_id)), enabled: is_show })
  const status = useQuery({ ...titleStatusQuery({ media_type, tmdb_id, instance_id }), enabled: is_show })
  const options = useQuery({ ...optionsQuery({ media_type, tmdb_id }, instance_id), enabled: on_screen })
  const decide = useDecide()
  const [seasons, setSeasons] = useState<Pick<Draft, 'scope' | 'seasons'>>({
    scope: row.season_scope ?? 'some',
    seasons: row.seasons ?? [],
  })
  const [quality, setQuality] = useState(row.quality_profile_id)
  const profiles = options.data?.quality_profiles ?? []
  const instance = useQuery({ ...instanceQuery(instance_id ?? ''), enabled: instance_id !== undefined })
  const library_name = libraries.find(one => one.id === instance_id)?.name ?? row.instance_name ?? ''
  const words = useDefaultWords(row, library_name, profiles, instance.data?.delivery_defaults)
  const [folder, setFolder] = useState('')
  const delivery = useQuery({
    ...deliveryOptionsQuery(instance_id ?? ''),
    enabled: instance_id !== undefined,
  })
  const folders = fittingFolders(row, delivery.data?.root_folders ?? [])
  const sources = [options, delivery, instances]

  /** Profiles and folders are those of the library, so the choices start again. */
  function moveTo(id: string) {
    setInstanceId(id)
    setQuality(id === row.instance_id ? row.quality_profile_id : undefined)
    setFolder('')
  }

  function approve() {
    const changes = {
      ...changesOf(row, is_show ? seasons : undefined, quality, instance_id),
      ...(folder !== '' && { root_folder: folder }),
    }
    decide.mutate(
      { rows: [row], decision: { verdict: 'approve', changes } },
      {
        onSuccess([outcome]) {
          if (!outcome?.value) return
          onApproved(outcome.value)
          onClose()
        },
      },
    )
  }

  return (
    <EditDialog
      row={row}
      profiles={profiles}
      quality={quality ?? 0}
      default_label={words.label}
      default_hint={words.hint}
      onQuality={setQuality}
      busy={decide.isPending}
      error={decide.error ?? decide.data?.[0]?.error}
      can_approve={!is_show || seasons.scope !== 'some' || seasons.seasons.length > 0}
      onApprove={approve}
      onClose={onClose}
      library={
        libraries.length > 1 &&
        row.instance_id !== undefined && (
          <LibraryField
            libraries={libraries}
            requested={row.instance_id}
            value={instance_id ?? row.instance_id}
            onChange={moveTo}
          />
        )
      }
      unread={
        is_reading || sources.some(one => one.isLoading) ? (
          <Skeleton className="h-16" />
        ) : (
          sources.some(isUnread) && (
            <UnreadChoices
              product={PRODUCT_NAMES[MANAGER_OF[row.media_type]]}
              unread={sources.filter(isUnread)}
            />
          )
        )
      }
      folder={
        folders.length > 1 && (
          <FolderField
            folders={folders}
            unchosen={usualFolder(row, folders, instance.data?.delivery_defaults?.root_folder)}
            hint={row.media_type === 'book' ? t('approvals.folder_of_author') : undefined}
            value={folder}
            onChange={setFolder}
          />
        )
      }
    >
      {is_show && !show.data && !show.error && <Skeleton className="h-40" />}
      {is_show && !show.data && show.error && (
        <ErrorState
          compact
          title={t('approvals.seasons_unreadable')}
          retrying={show.isFetching}
          onRetry={() => void show.refetch()}
        >
          {errorText(t, show.error)} {t('approvals.approve_anyway')}
        </ErrorState>
      )}
      {is_show && show.data && (
        <SeasonFields
          seasons={seasonChoices(show.data.seasons ?? [], status.data?.seasons)}
          draft={seasons}
          onChange={setSeasons}
        />
      )}
    </EditDialog>
  )
}

/** 0.6: the requested library, and the others of its kind that the requester may use. */
function useLibrariesOf({ user_id, media_type, instance_id }: QueueRow) {
  const instances = useQuery(instancesQuery())
  const people = useQuery(usersQuery())
  const choice = useQuery(librariesQuery(user_id))
  const type = MANAGER_OF[media_type]
  const all = (instances.data ?? []).filter(one => one.service_type === type)
  const is_reading = choice.isPending || people.isPending
  if (is_reading) return { libraries: [], instances, is_reading }
  const is_admin = people.data?.some(one => one.id === user_id && one.role === 'admin')
  // If it cannot be read, the server refuses what the requester may not use.
  if (is_admin || !choice.data) return { libraries: all, instances, is_reading }
  const usable = usableLibraries(type, all, choice.data)
  const libraries = all.filter(one => one.id === instance_id || usable.includes(one))
  return { libraries, instances, is_reading }
}

type Source = Pick<UseQueryResult<object>, 'isLoadingError' | 'isFetching' | 'error' | 'data' | 'refetch'>

/** The manager does not offer nothing: it was not heard. The request can be approved without a change. */
function UnreadChoices({ product, unread }: { product: string; unread: readonly Source[] }) {
  const { t } = useTranslation()
  const error = unread.find(one => one.isLoadingError)?.error
  return (
    <ErrorState
      compact
      title={t('approvals.choices_unreadable')}
      retrying={unread.some(one => one.isFetching)}
      onRetry={() => {
        for (const one of unread) void one.refetch()
      }}
    >
      {error ? upstreamText(t, error) : t('requests.no_answer', { service: product })}{' '}
      {t('approvals.approve_anyway')}
    </ErrorState>
  )
}

/** C59: the quality that the request gets without a choice, and who decided that. */
function useDefaultWords(
  row: QueueRow,
  library: string,
  profiles: readonly QualityProfile[],
  defaults: DeliveryDefaults | undefined,
) {
  const { t } = useTranslation()
  const { user_id, username: name } = row
  const kind = row.media_type === 'tv' ? 'tv' : 'movie'
  const person = useQuery(userSettingsQuery(user_id))
  const server = useQuery(requestSettingsQuery())
  const is_known = person.data && server.data && defaults
  const effective = is_known
    ? effectiveQuality(
        {
          person: person.data[`quality_profile_${kind}`],
          server: server.data.settings[`default_quality_${kind}`],
          library: defaults.quality_profile_id,
        },
        profiles,
      )
    : null
  if (!effective) return { label: t('delivery_defaults.effective_unknown'), hint: undefined }
  const label =
    effective.source === 'missing'
      ? t('delivery_defaults.effective_missing', { library })
      : t('delivery_defaults.effective', { name: effective.profile.name })
  return { label, hint: t(`delivery_defaults.from.${effective.source}`, { name, library }) }
}
