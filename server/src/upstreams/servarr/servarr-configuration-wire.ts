import { z } from 'zod'
import type {
  FormatRecord,
  FormatSettings,
  FormatSpecification,
  Json,
  ManagerDocument,
  ProfileQuality,
  ProfileRecord,
  ProfileSettings,
} from '#ports/manager-configuration.ts'

/** Any JSON object: what is not read here is sent back as it came. */
export const Document = z.record(z.string(), z.json())

const Quality = z.object({ id: z.int(), name: z.string() })

/** A single quality has `quality` and no id; a group has an id, a name and members (servarr-common.md, 7). */
const QualityItem = z.object({
  id: z.int().nullish(),
  name: z.string().nullish(),
  quality: Quality.nullish(),
  allowed: z.boolean(),
  items: z.array(z.object({ quality: Quality.nullish() })).nullish(),
})

const Profile = z.object({
  id: z.int(),
  name: z.string(),
  upgradeAllowed: z.boolean(),
  cutoff: z.int(),
  items: z.array(QualityItem),
  minFormatScore: z.int().nullish(),
  cutoffFormatScore: z.int().nullish(),
  minUpgradeFormatScore: z.int().nullish(),
  formatItems: z.array(z.object({ format: z.int(), name: z.string().nullish(), score: z.int() })).nullish(),
  language: z.object({ id: z.int(), name: z.string() }).nullish(),
})

const Field = z.object({ name: z.string(), value: z.json().optional() })
const Specification = z.object({
  name: z.string(),
  implementation: z.string(),
  negate: z.boolean().nullish(),
  required: z.boolean().nullish(),
  fields: z.array(Field).nullish(),
})
const Format = z.object({
  id: z.int().nullish(),
  name: z.string(),
  specifications: z.array(Specification).nullish(),
})

export const SpecificationKinds = z.array(
  z.object({ implementation: z.string(), fields: z.array(z.object({ name: z.string() })).nullish() }),
)
export const Languages = z.array(z.object({ id: z.int(), name: z.string() }))

function qualityOf(item: z.output<typeof QualityItem>): ProfileQuality[] {
  const { allowed } = item
  if (item.quality) return [{ ...item.quality, allowed, members: [] }]
  if (typeof item.id !== 'number') return []
  const members = (item.items ?? []).flatMap(({ quality }) => (quality ? [quality] : []))
  return [{ id: item.id, name: item.name ?? '', allowed, members }]
}

export function profileFrom(document: ManagerDocument): ProfileRecord {
  const profile = z.parse(Profile, document)
  const settings: ProfileSettings = {
    id: profile.id,
    name: profile.name,
    upgrade_allowed: profile.upgradeAllowed,
    cutoff_id: profile.cutoff,
    min_format_score: profile.minFormatScore ?? null,
    cutoff_format_score: profile.cutoffFormatScore ?? null,
    min_upgrade_format_score: profile.minUpgradeFormatScore ?? null,
    language: profile.language ?? null,
    qualities: profile.items.flatMap(qualityOf),
    format_scores: (profile.formatItems ?? []).map(({ format, name, score }) => ({
      format_id: format,
      name: name ?? '',
      score,
    })),
  }
  return { settings, document }
}

/** Which qualities are allowed, and the name, are never changed here. */
export function editProfile({ document }: ProfileRecord, settings: ProfileSettings): ProfileRecord {
  const scores = new Map(settings.format_scores.map(({ format_id, score }) => [format_id, score]))
  const edited: Record<string, Json> = {
    ...document,
    upgradeAllowed: settings.upgrade_allowed,
    cutoff: settings.cutoff_id,
  }
  const set = (field: string, value: Json) => {
    if (value !== null) edited[field] = value
  }
  set('minFormatScore', settings.min_format_score)
  set('cutoffFormatScore', settings.cutoff_format_score)
  set('minUpgradeFormatScore', settings.min_upgrade_format_score)
  const { language } = settings
  const before = z.parse(Profile, document)
  if (language && language.id !== before.language?.id) edited['language'] = { ...language }
  const { formatItems } = document
  if (Array.isArray(formatItems)) edited['formatItems'] = formatItems.map(item => rescored(item, scores))
  return profileFrom(edited)
}

function rescored(item: Json, scores: ReadonlyMap<number, number>): Json {
  if (!isObject(item) || typeof item['format'] !== 'number') return item
  return { ...item, score: scores.get(item['format']) ?? item['score'] ?? 0 }
}

function isObject(value: Json | undefined): value is { [key: string]: Json } {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/**
 * Fields that are null or absent are the same (servarr-common.md, 1), and so is another order of the scores: a
 * manager sorts them when it saves.
 */
export function isSameProfile(one: ManagerDocument, other: ManagerDocument): boolean {
  return canonical(sorted(one)) === canonical(sorted(other))
}

function sorted(document: ManagerDocument): ManagerDocument {
  const { formatItems } = document
  if (!Array.isArray(formatItems)) return document
  const formatOf = (item: Json) => (isObject(item) ? Number(item['format'] ?? 0) : 0)
  return { ...document, formatItems: formatItems.toSorted((a, b) => formatOf(a) - formatOf(b)) }
}

function canonical(value: Json | ManagerDocument): string {
  return JSON.stringify(value, (_key, part: Json) =>
    isObject(part)
      ? Object.fromEntries(
          Object.entries(part)
            .filter(([, inner]) => inner !== null)
            .toSorted(([a], [b]) => (a < b ? -1 : 1)),
        )
      : part,
  )
}

export function formatFrom(document: ManagerDocument): FormatRecord {
  const { id, name, specifications } = z.parse(Format, document)
  return {
    id: id || null,
    settings: { name, specifications: (specifications ?? []).map(specificationFrom) },
    document,
  }
}

function specificationFrom(wire: z.output<typeof Specification>): FormatSpecification {
  const { name, implementation, negate, required, fields } = wire
  return {
    name,
    implementation,
    negate: negate ?? false,
    required: required ?? false,
    fields: Object.fromEntries((fields ?? []).map(field => [field.name, field.value ?? null])),
  }
}

/** A condition that was there before, by name and kind, keeps what is not in the settings. */
export function editFormat(before: FormatRecord | null, settings: FormatSettings): FormatRecord {
  const existing = before?.document['specifications']
  const old = Array.isArray(existing) ? existing.filter(isObject) : []
  const specifications = settings.specifications.map(specification =>
    editSpecification(
      old.find(
        one => one['name'] === specification.name && one['implementation'] === specification.implementation,
      ),
      specification,
    ),
  )
  const { name } = settings
  const document: ManagerDocument = before
    ? { ...before.document, name, specifications }
    : { name, includeCustomFormatWhenRenaming: false, specifications }
  return formatFrom(document)
}

function editSpecification(old: { [key: string]: Json } | undefined, to: FormatSpecification): Json {
  const { name, implementation, negate, required } = to
  const fields = Array.isArray(old?.['fields']) ? old['fields'].filter(isObject) : []
  const known = new Set(fields.map(field => field['name']))
  const kept = fields.map(field => {
    const value = typeof field['name'] === 'string' ? to.fields[field['name']] : undefined
    return value === undefined ? field : { ...field, value }
  })
  const added = Object.entries(to.fields).flatMap(([field, value]) =>
    known.has(field) ? [] : [{ name: field, value }],
  )
  return { ...old, name, implementation, negate, required, fields: [...kept, ...added] }
}
