import { json, Refused } from '../kit/answer.ts'
import { asRecord, textIn } from '../kit/json.ts'
import { found, invalid, readRecordId } from './servarr-answers.ts'
import type { Servarr } from './servarr.ts'

export interface Tag {
  id: number
  label: string
}

export interface Tags {
  all: () => Tag[]
  /** The tag of that label, made when missing: labels are unique and lower-case. */
  ensure: (label: string) => Tag
  labels: (ids: readonly number[]) => string[]
}

export function createTags(servarr: Servarr): Tags {
  const { server, api, nextId } = servarr
  let tags: Tag[] = []

  function ensure(text: string): Tag {
    const label = text.toLowerCase()
    const known = tags.find(tag => tag.label === label)
    if (known) return known
    const tag = { id: nextId('tag'), label }
    tags.push(tag)
    return tag
  }

  server.route(`GET ${api}/tag`, () => json(tags))
  server.route(`GET ${api}/tag/:id`, request => {
    const id = readRecordId(request)
    return json(
      found(
        request,
        tags.find(tag => tag.id === id),
      ),
    )
  })
  server.route(`POST ${api}/tag`, request => {
    const label = textIn(asRecord(request.body), 'label')
    if (!label)
      throw new Refused(
        invalid({ property: 'Label', message: "'Label' must not be empty.", code: 'NotEmptyValidator' }),
      )
    return json(ensure(label), 201)
  })
  server.route(`DELETE ${api}/tag/:id`, request => {
    const id = readRecordId(request)
    tags = tags.filter(tag => tag.id !== id)
    return json({})
  })

  return {
    all: () => tags,
    ensure,
    labels: ids => tags.filter(tag => ids.includes(tag.id)).map(tag => tag.label),
  }
}
