import {
  type DeliveryDefaultName,
  deliveryDefaultNames,
  type DeliveryOptions,
  MAX_DEFAULT_TAGS,
  MINIMUM_AVAILABILITIES,
  SERIES_TYPES,
} from '@foyer/contract/instances/delivery-defaults'
import type { MediaType } from '@foyer/contract/instances/instance-types'
import { useTranslation } from 'react-i18next'
import { useFormat } from '#lib/i18n.ts'
import { Checkbox } from '#ui/checkbox.tsx'
import { Field } from '#ui/field.tsx'
import { Select } from '#ui/select.tsx'
import { type DefaultsDraft, PROFILE_WITHOUT, withSaved } from './defaults-draft.ts'

interface DefaultsFieldsProps {
  kind: MediaType
  product: string
  draft: DefaultsDraft
  /** Undefined: the manager cannot be read; saved values are shown as they are. */
  options: DeliveryOptions | undefined
  errors: Record<string, string>
  onChange: (part: Partial<DefaultsDraft>) => void
}

/** The defaults that titles of this kind have. */
export function DefaultsFields(props: DefaultsFieldsProps) {
  const { kind, product, draft, errors, onChange } = props
  const { t } = useTranslation()
  const names = deliveryDefaultNames(kind)
  const has = (name: DeliveryDefaultName) => names.includes(name)
  return (
    <>
      <FolderField {...props} />
      <ProfileField {...props} name="quality_profile_id" />
      {has('metadata_profile_id') && <ProfileField {...props} name="metadata_profile_id" />}
      {has('minimum_availability') && (
        <Field
          label={t('delivery_defaults.availability')}
          hint={t('delivery_defaults.availability_hint', { product })}
          error={errors['delivery_defaults.minimum_availability']}
        >
          {wiring => (
            <Select
              {...wiring}
              value={draft.minimum_availability}
              onChange={minimum_availability => onChange({ minimum_availability })}
              choices={MINIMUM_AVAILABILITIES.map(value => ({
                value,
                label: t(`delivery_defaults.available.${value}`),
              }))}
            />
          )}
        </Field>
      )}
      {has('series_type') && (
        <Field
          label={t('delivery_defaults.series_type')}
          hint={draft.series_type === 'auto' && t('delivery_defaults.auto_hint')}
          error={errors['delivery_defaults.series_type']}
        >
          {wiring => (
            <Select
              {...wiring}
              value={draft.series_type}
              onChange={series_type => onChange({ series_type })}
              choices={[
                { value: '', label: t('delivery_defaults.type.none', { product }) },
                ...SERIES_TYPES.toReversed().map(value => ({
                  value,
                  label: t(`delivery_defaults.type.${value}`),
                })),
              ]}
            />
          )}
        </Field>
      )}
      <TagsField {...props} />
      <div>
        {has('season_folders') && (
          <Checkbox
            label={t('delivery_defaults.season_folders')}
            checked={draft.season_folders}
            onChange={event => onChange({ season_folders: event.target.checked })}
          />
        )}
        <Checkbox
          label={t('delivery_defaults.search')}
          hint={t('delivery_defaults.search_hint', { product })}
          checked={draft.search_on_add}
          onChange={event => onChange({ search_on_add: event.target.checked })}
        />
      </div>
    </>
  )
}

function FolderField({ kind, product, draft, options, errors, onChange }: DefaultsFieldsProps) {
  const { t } = useTranslation()
  const format = useFormat()
  const { root_folder } = draft
  const { known, lost } = withSaved(options?.root_folders ?? [], one => one.path, root_folder || null)
  const is_away = known.some(one => one.path === root_folder && !one.accessible)
  const trouble = options && lost !== null ? 'folder_lost' : is_away ? 'folder_away' : null
  return (
    <Field
      label={t('delivery_defaults.root_folder')}
      hint={kind === 'book' && t('delivery_defaults.by_format_hint')}
      error={
        errors['delivery_defaults.root_folder'] ??
        (trouble ? t(`delivery_defaults.${trouble}`, { product }) : undefined)
      }
    >
      {wiring => (
        <Select
          {...wiring}
          value={root_folder}
          onChange={path => onChange({ root_folder: path })}
          choices={[
            {
              value: '',
              label: t(
                kind === 'book' ? 'delivery_defaults.folder_by_format' : 'delivery_defaults.folder_first',
              ),
            },
            ...known.map(({ path, free_bytes, accessible }) => ({
              value: path,
              label: !accessible
                ? t('delivery_defaults.folder_inaccessible', { path })
                : free_bytes === null
                  ? path
                  : t('delivery_defaults.folder_free', { path, free: format.bytes(free_bytes) }),
            })),
            ...(lost === null
              ? []
              : [
                  {
                    value: lost,
                    label: options ? t('delivery_defaults.lost', { name: lost, product }) : lost,
                  },
                ]),
          ]}
        />
      )}
    </Field>
  )
}

const PROFILES = {
  quality_profile_id: { list: 'quality_profiles', label: 'quality' },
  metadata_profile_id: { list: 'metadata_profiles', label: 'metadata' },
} as const

function ProfileField(props: DefaultsFieldsProps & { name: keyof typeof PROFILES }) {
  const { kind, product, draft, options, errors, onChange, name } = props
  const { t } = useTranslation()
  const { list, label } = PROFILES[name]
  const { known, lost } = withSaved(options?.[list] ?? [], one => one.id, draft[name] || null)
  const unlisted = lost === null ? null : t('delivery_defaults.profile_id', { id: lost })
  const is_lost = options !== undefined && lost !== null
  const ranks_below = name === 'quality_profile_id' && (kind === 'movie' || kind === 'tv')
  return (
    <Field
      label={t(`delivery_defaults.${label}`)}
      hint={ranks_below && t('delivery_defaults.quality_hint')}
      error={
        errors[`delivery_defaults.${name}`] ??
        (is_lost ? t('delivery_defaults.profile_lost', { product }) : undefined)
      }
    >
      {wiring => (
        <Select
          {...wiring}
          value={String(draft[name])}
          onChange={id => onChange({ [name]: Number(id) })}
          choices={[
            { value: '0', label: t(`delivery_defaults.profile.${PROFILE_WITHOUT[kind]}`) },
            ...known.map(one => ({ value: String(one.id), label: one.name })),
            ...(unlisted === null
              ? []
              : [
                  {
                    value: String(lost),
                    label: options ? t('delivery_defaults.lost', { name: unlisted, product }) : unlisted,
                  },
                ]),
          ]}
        />
      )}
    </Field>
  )
}

function TagsField({ product, draft, options, errors, onChange }: DefaultsFieldsProps) {
  const { t } = useTranslation()
  const listed = options?.tags ?? []
  const lost = draft.tags.filter(id => !listed.some(one => one.id === id))
  const is_full = draft.tags.length >= MAX_DEFAULT_TAGS
  const error = errors['delivery_defaults.tags']
  const entries = [
    ...listed,
    ...lost.map(id => {
      const name = t('delivery_defaults.tag_id', { id })
      return { id, label: options ? t('delivery_defaults.lost', { name, product }) : name }
    }),
  ]
  if (entries.length === 0) {
    return options ? (
      <p className="text-sm text-muted">{t('delivery_defaults.no_tags', { product })}</p>
    ) : null
  }
  return (
    <fieldset className="min-w-0">
      <legend className="text-sm font-medium">{t('delivery_defaults.tags')}</legend>
      <div className="mt-1 grid max-h-56 overflow-y-auto sm:grid-cols-2">
        {entries.map(({ id, label }) => {
          const is_chosen = draft.tags.includes(id)
          return (
            <Checkbox
              key={id}
              label={label}
              checked={is_chosen}
              disabled={is_full && !is_chosen}
              onChange={() =>
                onChange({ tags: is_chosen ? draft.tags.filter(one => one !== id) : [...draft.tags, id] })
              }
            />
          )
        })}
      </div>
      {error && <p className="text-sm text-danger">{error}</p>}
    </fieldset>
  )
}
