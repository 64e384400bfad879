import { asList, asRecord, flagIn, isRecord, type JsonRecord, numberIn, textIn } from '../kit/json.ts'
import type { CustomFormat } from './custom-formats.ts'
import { ALL_LANGUAGES, type Language, qualitiesOf } from './qualities.ts'
import type { Failure } from './servarr-answers.ts'
import type { Servarr } from './servarr.ts'

/** Radarr's profiles can also ask for any language or for the original one. */
export function languagesOf({ app }: Pick<Servarr, 'app'>): Language[] {
  return app === 'Radarr'
    ? [...ALL_LANGUAGES, { id: -1, name: 'Any' }, { id: -2, name: 'Original' }]
    : [...ALL_LANGUAGES]
}

const predicate = (property: string, message: string): Failure => ({
  property,
  message,
  code: 'PredicateValidator',
})

/** The rules of the family's profile validators (servarr-common.md, 7). A member that is missing reads as 0. */
export function profileFailures(
  servarr: Servarr,
  body: JsonRecord,
  formats: readonly CustomFormat[],
): Failure[] {
  const failures: Failure[] = []
  if ((textIn(body, 'name') ?? '') === '')
    failures.push({ property: 'Name', message: "'Name' must not be empty.", code: 'NotEmptyValidator' })
  failures.push(...qualityFailures(servarr, body), ...formatFailures(body, formats))
  const isVideo = servarr.app === 'Radarr' || servarr.app === 'Sonarr'
  if (isVideo && (numberIn(body, 'minUpgradeFormatScore') ?? 0) < 1)
    failures.push({
      property: 'MinUpgradeFormatScore',
      message: "'Min Upgrade Format Score' must be greater than or equal to '1'.",
      code: 'GreaterThanOrEqualValidator',
    })
  if (servarr.app === 'Radarr') {
    const language = numberIn(asRecord(body['language']), 'id')
    if (!languagesOf(servarr).some(one => one.id === language))
      failures.push(predicate('Language', 'Unknown Language'))
  }
  return failures
}

function qualityFailures(servarr: Servarr, body: JsonRecord): Failure[] {
  const items = asList(body['items']).filter(isRecord)
  const idOf = (item: JsonRecord) => numberIn(asRecord(item['quality']), 'id') ?? numberIn(item, 'id')
  const allowed = items.filter(item => flagIn(item, 'allowed'))
  const held = items.flatMap(item => [item, ...asList(item['items']).filter(isRecord)]).map(idOf)
  const failures: Failure[] = []
  if (qualitiesOf(servarr.app).some(quality => !held.includes(quality.id)))
    failures.push(predicate('Items', 'Must contain all qualities'))
  if (allowed.length === 0) failures.push(predicate('Items', 'Must contain at least one allowed quality'))
  if (!allowed.some(item => idOf(item) === numberIn(body, 'cutoff')))
    failures.push(predicate('Cutoff', 'Cutoff must be an allowed quality or group'))
  return failures
}

function formatFailures(body: JsonRecord, formats: readonly CustomFormat[]): Failure[] {
  const items = asList(body['formatItems']).filter(isRecord)
  const own = items.map(item => numberIn(item, 'format'))
  const failures: Failure[] = []
  if (formats.length !== own.length || formats.some(format => !own.includes(format.id))) {
    const message =
      'All Custom Formats and no extra ones need to be present inside your Profile! Try refreshing your browser.'
    failures.push(predicate('FormatItems', message))
  }
  const scores = items.map(item => numberIn(item, 'score') ?? 0)
  const best = scores.filter(score => score > 0).reduce((sum, score) => sum + score, 0)
  const min = numberIn(body, 'minFormatScore') ?? 0
  if (best < min && Math.max(...scores) < min)
    failures.push({ property: '', message: 'Minimum Custom Format Score can never be satisfied', code: '' })
  return failures
}
