import { json, Refused, type SimRequest } from '../kit/answer.ts'
import { asList, asRecord, flagIn, isRecord, type JsonRecord, textIn } from '../kit/json.ts'
import { failed, type Failure, found, invalid, readBody, readRecordId } from './servarr-answers.ts'
import type { App, Servarr } from './servarr.ts'

export interface CustomFormat extends JsonRecord {
  id: number
  name: string
}

export interface CustomFormats {
  all: () => CustomFormat[]
  add: (name: string, specifications?: unknown[]) => CustomFormat
}

interface FormatField {
  name: string
  label: string
  value: unknown
  type: string
}

const text = (label: string): FormatField[] => [{ name: 'value', label, value: '', type: 'textbox' }]
const choice = (label: string): FormatField[] => [{ name: 'value', label, value: 0, type: 'select' }]
const SIZE: FormatField[] = [
  { name: 'min', label: 'Minimum Size', value: 0, type: 'number' },
  { name: 'max', label: 'Maximum Size', value: 1, type: 'number' },
]

/** The kinds of conditions by the name of their implementation. */
const KINDS: Record<string, { label: string; fields: FormatField[]; apps?: readonly App[] }> = {
  ReleaseTitleSpecification: { label: 'Release Title', fields: text('Regular Expression') },
  ReleaseGroupSpecification: { label: 'Release Group', fields: text('Regular Expression') },
  SizeSpecification: { label: 'Size', fields: SIZE },
  IndexerFlagSpecification: {
    label: 'Indexer Flag',
    fields: choice('Flag'),
    apps: ['Radarr', 'Sonarr', 'Lidarr'],
  },
  LanguageSpecification: { label: 'Language', fields: choice('Language'), apps: ['Radarr', 'Sonarr'] },
  SourceSpecification: { label: 'Source', fields: choice('Source'), apps: ['Radarr', 'Sonarr'] },
  ResolutionSpecification: { label: 'Resolution', fields: choice('Resolution'), apps: ['Radarr', 'Sonarr'] },
  QualityModifierSpecification: { label: 'Quality Modifier', fields: choice('Modifier'), apps: ['Radarr'] },
  EditionSpecification: { label: 'Edition', fields: text('Regular Expression'), apps: ['Radarr'] },
}

function kindOf(app: App, implementation: string) {
  const kind = KINDS[implementation]
  return kind && (kind.apps?.includes(app) ?? true) ? kind : undefined
}

function specification(app: App, given: JsonRecord): JsonRecord {
  const implementation = textIn(given, 'implementation') ?? ''
  const kind = kindOf(app, implementation)
  // The product looks for the class of that name, and throws when there is none.
  if (!kind) throw new Refused(failed(500, 'Sequence contains no matching element'))
  const values = new Map(
    asList(given['fields'])
      .filter(isRecord)
      .map(field => [textIn(field, 'name'), field['value']]),
  )
  return {
    name: textIn(given, 'name') ?? '',
    implementation,
    implementationName: kind.label,
    infoLink: 'https://wiki.servarr.com/settings#custom-formats-2',
    negate: flagIn(given, 'negate') ?? false,
    required: flagIn(given, 'required') ?? false,
    // Only name and value are read; the rest comes from the class.
    fields: kind.fields.map((field, order) => ({
      order,
      ...field,
      value: values.get(field.name) ?? field.value,
      advanced: false,
      // readarr.json knows no privacy.
      ...(app !== 'Readarr' && { privacy: 'normal' }),
      isFloat: false,
    })),
  }
}

/** servarr-common.md, 7: a unique name, and at least one condition, each with a name. */
function checkFormat(body: JsonRecord, others: readonly CustomFormat[]): void {
  const name = textIn(body, 'name') ?? ''
  const specifications = asList(body['specifications']).map(asRecord)
  const failures: Failure[] = []
  if (name === '')
    failures.push({ property: 'Name', message: "'Name' must not be empty.", code: 'NotEmptyValidator' })
  if (others.some(format => format.name === name))
    failures.push({ property: 'Name', message: 'Must be unique.', value: name, code: 'PredicateValidator' })
  if (specifications.length === 0)
    failures.push({
      property: 'Specifications',
      message: "'Specifications' must not be empty.",
      code: 'NotEmptyValidator',
    })
  if (specifications.some(one => (textIn(one, 'name') ?? '').trim() === ''))
    failures.push({
      property: '',
      message: 'Condition name(s) cannot be empty or consist of only spaces',
      code: '',
    })
  if (failures.length > 0) throw new Refused(invalid(...failures))
}

/** The profiles learn about every format: a new one enters them with score 0, a deleted one leaves them. */
export function createCustomFormats(
  { server, api, app, nextId }: Servarr,
  onChanged: (formats: readonly CustomFormat[]) => void,
): CustomFormats {
  let formats: CustomFormat[] = []

  function replace(next: CustomFormat[]): void {
    formats = next
    onChanged(formats)
  }

  function add(name: string, given: readonly unknown[] = []): CustomFormat {
    const format = {
      id: nextId('customformat'),
      name,
      includeCustomFormatWhenRenaming: false,
      // chaptarr.json: for which formats of a book it counts.
      ...(app === 'Chaptarr' && { appliesTo: 'both' }),
      specifications: given.map(one => specification(app, asRecord(one))),
    }
    replace([...formats, format])
    return format
  }

  const find = (request: SimRequest) => {
    const id = readRecordId(request)
    return found(
      request,
      formats.find(format => format.id === id),
    )
  }

  server.route(`GET ${api}/customformat`, () => json(formats))
  server.route(`GET ${api}/customformat/schema`, () =>
    json(
      Object.keys(KINDS)
        .filter(implementation => kindOf(app, implementation))
        .map(implementation => ({ ...specification(app, { implementation }), presets: [] })),
    ),
  )
  server.route(`GET ${api}/customformat/:id`, request => json(find(request)))
  server.route(`POST ${api}/customformat`, request => {
    const body = readBody(request)
    checkFormat(body, formats)
    const added = add(textIn(body, 'name') ?? '', asList(body['specifications']))
    const renaming = flagIn(body, 'includeCustomFormatWhenRenaming') ?? false
    Object.assign(added, { includeCustomFormatWhenRenaming: renaming })
    return json(added, 201)
  })
  server.route(`PUT ${api}/customformat/:id`, request => {
    const old = find(request)
    const body = readBody(request)
    checkFormat(
      body,
      formats.filter(format => format.id !== old.id),
    )
    const saved = {
      ...old,
      name: textIn(body, 'name') ?? '',
      includeCustomFormatWhenRenaming: flagIn(body, 'includeCustomFormatWhenRenaming') ?? false,
      specifications: asList(body['specifications']).map(one => specification(app, asRecord(one))),
    }
    replace(formats.map(format => (format.id === old.id ? saved : format)))
    return json(saved, 202)
  })
  server.route(`DELETE ${api}/customformat/:id`, request => {
    const { id } = find(request)
    replace(formats.filter(format => format.id !== id))
    return json({})
  })

  return { all: () => formats, add }
}
