import { json, type SimRequest } from '../kit/answer.ts'
import { asRecord, type JsonRecord, numbersIn } from '../kit/json.ts'
import { found, readRecordId } from './servarr-answers.ts'
import type { Servarr } from './servarr.ts'

export interface RecordPlan<T> {
  /** `movie`, `series`, `artist`, `author`: names the routes. */
  kind: string
  records: ReadonlyMap<number, T>
  resource: (record: T) => JsonRecord
  /** What of the library a list request asks for. */
  keeps: (request: SimRequest) => (record: T) => boolean
  change: (record: T, request: SimRequest) => void
  remove: (record: T, request: SimRequest) => void
}

/** List, read, change and delete; how a record is added, each product says itself. */
export function routeRecords<T>({ server, api }: Servarr, plan: RecordPlan<T>): void {
  const { kind, records, resource } = plan
  const find = (request: SimRequest) => found(request, records.get(readRecordId(request)))

  server.route(`GET ${api}/${kind}`, request => {
    const kept = [...records.values()].filter(plan.keeps(request))
    return json(kept.map(resource))
  })
  server.route(`GET ${api}/${kind}/:id`, request => json(resource(find(request))))
  server.route(`PUT ${api}/${kind}/:id`, request => {
    const record = find(request)
    plan.change(record, request)
    return json(resource(record), 202)
  })
  server.route(`DELETE ${api}/${kind}/:id`, request => {
    plan.remove(find(request), request)
    return json({})
  })
}

export interface EditorPlan<T> {
  kind: string
  records: ReadonlyMap<number, T>
  resource: (record: T) => JsonRecord
  change: (record: T, body: JsonRecord) => void
  remove: (record: T, body: JsonRecord) => void
}

/** The mass editor of movies and series: one change for many, with tags added, removed or replaced. */
export function routeEditor<T extends { tags: number[] }>(
  { server, api }: Servarr,
  plan: EditorPlan<T>,
): void {
  const { kind, records, resource } = plan
  const chosen = (body: JsonRecord) => numbersIn(body, `${kind}Ids`).flatMap(id => records.get(id) ?? [])

  server.route(`PUT ${api}/${kind}/editor`, request => {
    const { tags: _tags, ...body } = asRecord(request.body)
    const tags = numbersIn(asRecord(request.body), 'tags')
    const edited = chosen(body)
    for (const record of edited) {
      plan.change(record, body)
      if (body['applyTags'] === 'add') record.tags = [...new Set([...record.tags, ...tags])]
      if (body['applyTags'] === 'remove') record.tags = record.tags.filter(tag => !tags.includes(tag))
      if (body['applyTags'] === 'replace') record.tags = tags
    }
    return json(edited.map(resource), 202)
  })
  server.route(`DELETE ${api}/${kind}/editor`, request => {
    const body = asRecord(request.body)
    for (const record of chosen(body)) plan.remove(record, body)
    return json({})
  })
}

export interface FilePlan<T> {
  /** `episodeFile`, `trackFile`, `bookFile`. */
  kind: string
  files: ReadonlyMap<number, T>
  resource: (file: T) => JsonRecord | undefined
  remove: (file: T) => void
}

/** Files that stand in a list of their own; a movie's file is part of its movie. */
export function routeLibraryFiles<T>({ server, api }: Servarr, plan: FilePlan<T>): void {
  const path = `${api}/${plan.kind.toLowerCase()}`
  const find = (request: SimRequest) => found(request, plan.files.get(readRecordId(request)))

  server.route(`GET ${path}/:id`, request => json(plan.resource(find(request))))
  server.route(`DELETE ${path}/:id`, request => {
    plan.remove(find(request))
    return json({})
  })
  server.route(`DELETE ${path}/bulk`, request => {
    for (const id of numbersIn(asRecord(request.body), `${plan.kind}Ids`)) {
      const file = plan.files.get(id)
      if (file) plan.remove(file)
    }
    return json({})
  })
}
