import type { RequestResponse } from '@foyer/contract/requests/requests'
import type { StatusResponse } from '@foyer/contract/title-statuses'
import { useTranslation } from 'react-i18next'
import { errorText } from '#lib/error-text.ts'
import { type Read, ReadFailure } from '#lib/read-failure.tsx'
import { type OptionalRead, Unread } from '#lib/unread.tsx'
import { useBackCloses } from '#lib/use-back-closes.ts'
import { Button } from '#ui/button.tsx'
import { cx } from '#ui/cx.ts'
import { Field } from '#ui/field.tsx'
import { Modal } from '#ui/modal.tsx'
import { Notice } from '#ui/notice.tsx'
import { Select } from '#ui/select.tsx'
import { Skeleton } from '#ui/skeleton.tsx'
import { useCreateRequest } from '../api.ts'
import type { RequestTarget } from './request-sheet-context.ts'
import { FormatFields } from './format-fields.tsx'
import { type Library, LibraryField } from './library-field.tsx'
import { RequestSummary } from './request-summary.tsx'
import { type Season, seasonChoices } from './season-choice.ts'
import { SeasonFields } from './season-fields.tsx'
import { useRequestDraft } from './use-request-draft.ts'

export interface RequestSheetProps {
  open: boolean
  onOpenChange: (open: boolean) => void
  title: RequestTarget
  /** Undefined for anything but a show, and while loading. */
  seasons: readonly Season[] | undefined
  /** How reading the seasons went. */
  seasons_read?: Read | undefined
  /** The status in the selected library. */
  answer: StatusResponse | undefined
  libraries: readonly Library[]
  instance_id: string | undefined
  onLibrary: (id: string) => void
  /** The people an admin can request for. */
  people: readonly { id: number; username: string }[]
  /** How reading them went. */
  people_read: OptionalRead
  onRequested: (answer: RequestResponse) => void
}

/** All options of a request, and its consequences. */
export function RequestSheet(props: RequestSheetProps) {
  const { open, onOpenChange, title, libraries, instance_id, people } = props
  const { t } = useTranslation()
  const ask = useCreateRequest()
  useBackCloses(open, () => onOpenChange(false), ask.isPending)
  const sheet = useRequestDraft(title, instance_id, props.answer)
  const { options, preview, draft, selection, change } = sheet
  const profiles = options.data?.quality_profiles ?? []
  const can_request = preview.data?.fits === true && !preview.isError && !sheet.nothing

  function submit() {
    if (!ask.isPending) ask.mutate(selection, { onSuccess: props.onRequested })
  }

  return (
    <Modal
      open={open}
      // Closed meanwhile, it would hide whether the request was made.
      busy={ask.isPending}
      onOpenChange={onOpenChange}
      title={t('requests.sheet_title', { title: title.name })}
      actions={
        <>
          <Button variant="ghost" disabled={ask.isPending} onClick={() => onOpenChange(false)}>
            {t('ui.cancel')}
          </Button>
          <Button variant="primary" disabled={!can_request} loading={ask.isPending} onClick={submit}>
            {options.data?.requires_approval ? t('requests.submit_approval') : t('requests.submit')}
          </Button>
        </>
      }
    >
      <div className="flex flex-col gap-5">
        {libraries.length > 1 && (
          <LibraryField libraries={libraries} value={instance_id ?? ''} onChange={props.onLibrary} />
        )}
        {options.isPending && <Skeleton className="h-40" />}
        {options.error && <ReadFailure of={options} compact title={t('requests.cannot_ask')} />}
        {options.data?.can_choose_season && title.media_type === 'tv' && (
          <Seasons
            {...props}
            resolved={preview.isPlaceholderData ? undefined : preview.data?.seasons}
            draft={draft}
            onChange={change}
          />
        )}
        {options.data && !options.data.can_choose_season && title.media_type === 'tv' && (
          <p className="text-sm text-muted">
            {t('requests.scope_fixed', { scope: t(`requests.scope.${options.data.default_season_scope}`) })}
          </p>
        )}
        {title.media_type === 'book' && options.data && (
          <FormatFields
            answer={props.answer}
            settled={sheet.settled}
            chosen={sheet.formats}
            onChange={formats => change({ formats })}
          />
        )}
        {options.data?.can_choose_quality && profiles.length > 1 && (
          <Field label={t('requests.quality')}>
            {wiring => (
              <Select
                {...wiring}
                value={String(draft.quality_profile_id ?? options.data.default_quality_profile_id)}
                onChange={id => change({ quality_profile_id: Number(id) })}
                choices={profiles.map(({ id, name }) => ({ value: String(id), label: name }))}
              />
            )}
          </Field>
        )}
        {/* An admin who is asking for somebody would not look for a field that is not there. */}
        <Unread of={props.people_read} title={t('users.unreadable')} />
        {people.length > 0 && (
          <Field label={t('requests.for')} hint={draft.on_behalf_of ? t('requests.for_hint') : undefined}>
            {wiring => (
              <Select
                {...wiring}
                value={String(draft.on_behalf_of ?? '')}
                onChange={id => change({ on_behalf_of: id ? Number(id) : undefined })}
                choices={[
                  { value: '', label: t('requests.for_me') },
                  ...people.map(({ id, username }) => ({ value: String(id), label: username })),
                ]}
              />
            )}
          </Field>
        )}
        {/* In sight below a long list of seasons, too: it says why the button cannot be pressed. */}
        <div
          className={cx(
            'flex flex-col gap-3 empty:hidden',
            title.media_type === 'tv' &&
              'sticky -bottom-4 -mx-5 -mb-4 bg-surface px-5 pt-3 pb-4 sm:-mx-6 sm:px-6',
          )}
        >
          {options.data && <RequestSummary sheet={sheet} media_type={title.media_type} />}
          {ask.error && <Notice tone="danger">{errorText(t, ask.error)}</Notice>}
        </div>
      </div>
    </Modal>
  )
}

type SeasonsProps = Pick<RequestSheetProps, 'seasons' | 'seasons_read' | 'answer'> &
  Pick<React.ComponentProps<typeof SeasonFields>, 'draft' | 'resolved' | 'onChange'>

function Seasons({ seasons, seasons_read, answer, draft, resolved, onChange }: SeasonsProps) {
  const { t } = useTranslation()
  if (!seasons && seasons_read?.error)
    return <ReadFailure of={seasons_read} compact title={t('requests.seasons')} />
  if (!seasons) return <Skeleton className="h-40" />
  return (
    <SeasonFields
      seasons={seasonChoices(seasons, answer?.seasons)}
      draft={draft}
      resolved={resolved}
      onChange={onChange}
    />
  )
}
