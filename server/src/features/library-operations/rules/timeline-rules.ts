import type { FileFacts, HistoryEvent, HistoryKind } from '#ports/manager-reads.ts'
import type { Diagnosis } from './queue-diagnosis-rules.ts'

export interface TimelineEvent {
  at: string
  kind: HistoryKind | 'in_queue' | 'file_present'
  /** Includes the date, so that a model can quote it unchanged. */
  sentence: string
}

/** What happened to one title, oldest first; a state that still holds is listed at the time it began. */
export function timelineOf(parts: {
  history: readonly HistoryEvent[]
  queue: readonly (Diagnosis & { added_at: string | null })[]
  files: readonly FileFacts[]
  now: Date
}): TimelineEvent[] {
  const events: TimelineEvent[] = [
    ...parts.history.map(event => dated(event.at, event.kind, `${placeOf(event)}${historyText(event)}`)),
    ...parts.queue.map(one => dated(one.added_at ?? parts.now.toISOString(), 'in_queue', queueText(one))),
    ...parts.files.flatMap(file =>
      file.added_at === null ? [] : [dated(file.added_at, 'file_present', fileText(file))],
    ),
  ]
  return joinEqual(events).toSorted((a, b) => a.at.localeCompare(b.at))
}

/** An album has a row for each of its tracks, which differ in nothing that is shown. */
function joinEqual(events: readonly TimelineEvent[]): TimelineEvent[] {
  return [...Map.groupBy(events, event => event.sentence).values()].flatMap(equal => {
    const [first] = equal
    if (!first) return []
    return [equal.length === 1 ? first : { ...first, sentence: `${first.sentence} (${equal.length} files)` }]
  })
}

function dated(at: string, kind: TimelineEvent['kind'], text: string): TimelineEvent {
  return { at, kind, sentence: `${at.slice(0, 10)} ${at.slice(11, 16)} UTC: ${text}` }
}

function placeOf({ title }: HistoryEvent): string {
  const { season_number, episode_number } = title ?? {}
  return season_number === undefined || episode_number === undefined
    ? ''
    : `${episodeCode(season_number, episode_number)}: `
}

export function episodeCode(season: number, episode: number): string {
  return `S${String(season).padStart(2, '0')}E${String(episode).padStart(2, '0')}`
}

const joined = (...words: readonly (string | null | false)[]) => words.filter(word => word).join(' ')

/** The sentence of an event without its date. */
export function historyText(event: HistoryEvent): string {
  const { release, quality, indexer, download_client, reason } = event
  const what = joined(`"${release}"`, quality !== null && `(${quality})`)
  const because = reason === null ? '.' : `: ${reason.replace(/\.?$/, '.')}`
  switch (event.kind) {
    case 'grabbed':
      return `${joined('Grabbed', what, indexer !== null && `from ${indexer}`, download_client !== null && `with ${download_client}`)}.`
    case 'imported':
      return `Imported ${what}.`
    case 'import_incomplete':
      return `The import of ${what} is not complete${because}`
    case 'download_failed':
      return `The download of ${what} failed${because}`
    case 'file_deleted':
      return deletionText(what, reason)
    case 'file_renamed':
      return `The file of ${what} was renamed.`
    case 'ignored':
      return `The download ${what} was ignored${because}`
    case 'file_changed':
      return `The file of ${what} was changed.`
    default:
      return `Something happened to ${what}${because}`
  }
}

/** radarr.md, "History row": the reason is one capitalised word. */
function deletionText(what: string, reason: string | null): string {
  switch (reason?.toLowerCase()) {
    case 'upgrade':
      return `The file of ${what} was replaced by a better one.`
    case 'manual':
      return `The file of ${what} was deleted by hand.`
    case 'missingfromdisk':
      return `The file of ${what} was no longer on the disk.`
    default:
      return `The file of ${what} was deleted.`
  }
}

function queueText({ release, progress_percent, summary, episode_numbers }: Diagnosis): string {
  const episodes = episode_numbers.length > 0 ? ` for episode ${episode_numbers.join(', ')}` : ''
  const progress = progress_percent === null ? '' : `, ${progress_percent} % complete`
  return `In the download queue since then${episodes}${progress}: "${release}". ${summary}`
}

function fileText(file: FileFacts): string {
  const { season_number, episode_numbers = [] } = file
  const place =
    season_number === undefined || episode_numbers.length === 0
      ? ''
      : `${episode_numbers.map(number => episodeCode(season_number, number)).join(', ')}: `
  const quality = file.quality === null ? '' : ` (${file.quality})`
  return `${place}What is there now was added${quality}.`
}
