import type { DemoWorld } from '../../simulators/src/index.ts'
import { includeModel } from './assistants.ts'
import type { Libraries } from './libraries.ts'
import { findTitle } from './past-requests.ts'
import type { Member, Name } from './people.ts'

const HOUR = 60
const DAY = 24 * HOUR

/** So long a problem is observed before somebody hears of it. */
const OBSERVED = 11
/** Until a replacement is there and the library has been quiet for long enough. */
const REPLACED = [30, 31, 35]

const STALLED = {
  status: 'warning',
  condition: 'warning',
  error: 'The download is stalled with no connections',
  progress: 0.37,
} as const
const SAMPLE = 'Sample'

interface Action {
  id: number
  issue_title: string
}

export interface PastProblemParts {
  world: DemoWorld
  libraries: Libraries
  /** Everybody has joined when the first problem comes up. */
  member: (name: Name) => Member
  letTimePass: (minutes_ago: number) => Promise<void>
}

interface Chapter {
  minutes_ago: number
  tell: (minutes_ago: number) => Promise<void>
}

/** Problems of the last days, detected and reported, as far as people and the agent have dealt with them. */
export function createPastProblems({ world, libraries, member, letTimePass }: PastProblemParts) {
  const { radarr, sonarr } = world
  const ana = () => member('ana')

  function startMovie(named: string): string {
    const movie = radarr.movie(Number(findTitle(world, { media_type: 'movie', named }).selection['tmdb_id']))
    if (!movie) throw new Error(`${named} is not in the library of the demo.`)
    return radarr.startDownload(movie.id).download_id
  }

  async function letBeObserved(minutes_ago: number): Promise<void> {
    await letTimePass(minutes_ago - 1)
    await letTimePass(minutes_ago - 1 - OBSERVED)
  }

  /** The fix that waits is approved, and the same one from now on. */
  async function approveForEver(issue_title: string): Promise<number> {
    const { actions } = await ana().call<{ actions: Action[] }>('GET', 'api/admin/agent-actions')
    const action = actions.find(one => one.issue_title === issue_title)
    if (!action) throw new Error(`Nothing is proposed for ${issue_title}.`)
    const path = `api/admin/agent-actions/${action.id}/approve`
    return (await ana().call<{ rule_id: number }>('POST', path, { remember: true })).rule_id
  }

  async function letBeReplaced(minutes_ago: number): Promise<void> {
    for (const minutes of REPLACED) await letTimePass(minutes_ago - OBSERVED - minutes)
  }

  async function report(who: Name, about: Record<string, unknown>, category: string, reason: string) {
    const { issue_id } = await member(who).call<{ issue_id: number }>('POST', 'api/issues', {
      ...about,
      category,
      reason,
    })
    return issue_id
  }

  const aboutMovie = (named: string) => ({
    ...findTitle(world, { media_type: 'movie', named }).selection,
    instance_id: libraries['Movies'],
  })

  const reply = (who: Name, issue_id: number, body: string) =>
    member(who).call('POST', `api/issues/${issue_id}/reply`, { body })

  const chapters: Chapter[] = [
    {
      minutes_ago: 5 * DAY,
      async tell(at) {
        await includeModel(ana(), world, [ana(), member('ben'), member('mika')])
        await ana().call('PUT', 'api/admin/remediation-settings', { enabled: true, auto_dispatch: true })
        radarr.troubleDownload(startMovie('Rogue Tide'), STALLED)
        await letBeObserved(at)
        await approveForEver('Rogue Tide')
        await letBeReplaced(at)
      },
    },
    {
      minutes_ago: 4.2 * DAY,
      async tell(at) {
        radarr.troubleDownload(startMovie("The Lighthouse Keeper's Tango"), STALLED)
        await letBeObserved(at)
        await letBeReplaced(at)
      },
    },
    {
      minutes_ago: 3.5 * DAY,
      async tell(at) {
        radarr.stickDownload(startMovie('Letters to the Ninth Floor'), SAMPLE)
        await letBeObserved(at)
        const rule_id = await approveForEver('Letters to the Ninth Floor')
        await letBeReplaced(at)
        await ana().call('POST', `api/admin/agent-approval-rules/${rule_id}/pause`, {})
      },
    },
    {
      // It goes away before anybody hears of it.
      minutes_ago: 2.9 * DAY,
      async tell(at) {
        const download_id = startMovie('Marigold Standard Time')
        radarr.stickDownload(download_id, 'No files found are eligible for import')
        await letTimePass(at - 1)
        radarr.finishDownload(download_id)
        for (const minutes of [3, 7]) await letTimePass(at - minutes)
      },
    },
    {
      minutes_ago: 2.5 * DAY,
      async tell(at) {
        const about = findTitle(world, { media_type: 'book', named: 'Salt Inheritance' }).selection
        const heard = { ...about, instance_id: libraries['Books'], book_format: 'audiobook' }
        const issue_id = await report('carla', heard, 'bad_copy', 'Chapter four is missing.')
        await letTimePass(at - 50)
        await reply('ana', issue_id, 'Thank you! I have put the missing file there. Is it complete now?')
        await letTimePass(at - 2 * HOUR)
        await member('carla').call('POST', `api/issues/${issue_id}/confirm-fixed`, {})
      },
    },
    {
      minutes_ago: 30 * HOUR,
      async tell(at) {
        const button = await report('mika', aboutMovie('Button Street'), 'other', 'It is black and white!')
        const hazard = await report(
          'ben',
          aboutMovie('Captain Hazard: The Brass Horizon'),
          'bad_copy',
          'The picture stops after about 40 minutes, and the sound goes on.',
        )
        await letTimePass(at - HOUR)
        const note = 'That is how it was filmed. Give it ten minutes.'
        await ana().call('POST', `api/admin/issues/${button}/resolve`, { disposition: 'wont_fix', note })
        await reply('ana', hazard, 'Does that happen on the television only, or on your phone as well?')
        await letTimePass(at - 2 * HOUR)
        await reply('ben', hazard, 'On both, always at the same place.')
        await letTimePass(at - 3 * HOUR)
        await reply('ana', hazard, 'Then the copy is damaged. I will look for another one tonight.')
      },
    },
    {
      // The agent asks which language was expected.
      minutes_ago: 22 * HOUR,
      async tell() {
        const about = findTitle(world, { media_type: 'tv', named: 'Second Floor Romance' }).selection
        const episode = { ...about, instance_id: libraries['Series'], season_number: 1, episode_number: 3 }
        await report('carla', episode, 'wrong_audio', 'They suddenly speak another language.')
      },
    },
    {
      minutes_ago: 7 * HOUR,
      async tell(at) {
        await ana().call('POST', 'api/notifications/inbox/read', {})
        radarr.stickDownload(startMovie('Slightly Famous'), 'Not enough free space')
        await letBeObserved(at)
      },
    },
    {
      // The same as three days ago: Ana has to decide again, because she paused the rule.
      minutes_ago: 3 * HOUR,
      async tell(at) {
        radarr.stickDownload(startMovie('Letters to the Ninth Floor'), SAMPLE)
        await letBeObserved(at)
      },
    },
    {
      // Only observed when the demo opens; the rule for stalled downloads takes care of it later.
      minutes_ago: 5,
      async tell(at) {
        const { selection } = findTitle(world, { media_type: 'tv', named: 'Starfall Custodians' })
        const show = world.catalogue.shows.find(one => one.id === selection['tmdb_id'])
        const series = sonarr.oneSeries(show?.tvdb_id ?? 0)
        const episode = series && sonarr.episodes(series.id)[0]
        if (!episode) throw new Error('A show of the demo has no episodes.')
        const { download_id } = sonarr.startDownload(series.id, [episode.id])
        sonarr.troubleDownload(download_id, STALLED)
        await letTimePass(at - 2)
      },
    },
  ]

  return {
    /** Everything that happened before so many minutes ago and was not told yet. */
    async tellUntil(minutes_ago: number): Promise<void> {
      while ((chapters[0]?.minutes_ago ?? -1) > minutes_ago) {
        const chapter = chapters.shift()
        if (!chapter) return
        await letTimePass(chapter.minutes_ago)
        for (const manager of [radarr, sonarr]) manager.stockIndexers(true)
        await chapter.tell(chapter.minutes_ago)
      }
    },
  }
}
