import { z } from 'zod'
import { Refusal } from '#kit/refusal.ts'
import type { ProfileSettings } from '#ports/manager-configuration.ts'
import { defineTool } from '../../define-tool.ts'
import { fitRows } from '../fit-result.ts'
import { ManagerInput, ManagerOutput } from './manager-input.ts'

const Quality = z.object({
  id: z.int(),
  name: z.string(),
  allowed: z.boolean(),
  /** The names of the qualities of a group. */
  group_of: z.array(z.string()).optional(),
})
const FormatScore = z.object({ format_id: z.int(), name: z.string(), score: z.int() })

const Profile = z.object({
  id: z.int(),
  name: z.string(),
  upgrade_allowed: z.boolean(),
  quality_cutoff: z.object({ id: z.int(), name: z.string() }),
  min_format_score: z.int().optional(),
  cutoff_format_score: z.int().optional(),
  min_upgrade_format_score: z.int().optional(),
  language: z.string().optional(),
  /** Only for a single profile. */
  qualities: z.array(Quality).optional(),
  custom_format_scores: z.array(FormatScore).optional(),
  custom_format_scores_total: z.int(),
})

/** Settings that a product does not have are left out. */
function summaryOf(profile: ProfileSettings): z.input<typeof Profile> {
  const { cutoff_id, min_format_score, cutoff_format_score, min_upgrade_format_score, language } = profile
  const cutoff = profile.qualities.find(one => one.id === cutoff_id)
  return {
    id: profile.id,
    name: profile.name,
    upgrade_allowed: profile.upgrade_allowed,
    quality_cutoff: { id: cutoff_id, name: cutoff?.name ?? '' },
    ...(min_format_score !== null && { min_format_score }),
    ...(cutoff_format_score !== null && { cutoff_format_score }),
    ...(min_upgrade_format_score !== null && { min_upgrade_format_score }),
    ...(language && { language: language.name }),
    custom_format_scores_total: profile.format_scores.length,
  }
}

function wholeOf(profile: ProfileSettings): z.input<typeof Profile> {
  const qualities = profile.qualities.map(({ id, name, allowed, members }) => ({
    id,
    name,
    allowed,
    ...(members.length > 0 && { group_of: members.map(member => member.name) }),
  }))
  // Formats that count come first, in case not all fit.
  const scores = profile.format_scores.toSorted(
    (a, b) => Number(b.score !== 0) - Number(a.score !== 0) || a.format_id - b.format_id,
  )
  return { ...summaryOf(profile), qualities, custom_format_scores: fitRows(scores, 20 * 1024).rows }
}

export const getQualityProfiles = defineTool({
  name: 'get_quality_profiles',
  title: 'Quality profiles',
  description:
    'Lists the quality profiles of a library manager. With profile_id it returns one profile whole: its qualities ' +
    'and groups with their ids, and the score of every custom format. Read a profile whole before you preview a ' +
    'change of it with preview_profile_change.',
  permission: 'instances:manage',
  hint: 'read',
  input: z.strictObject({ ...ManagerInput, profile_id: z.int().positive().optional() }),
  output: z.object({
    ...ManagerOutput,
    profiles: z.array(Profile),
    total: z.int(),
    /** Not everything fitted; ask for one profile. */
    truncated: z.boolean(),
  }),
  async run({ profile_id, ...choice }, { caller, configuration, signal }) {
    const { profiles, ...instance } = await configuration.readProfiles(caller, { ...choice, signal })
    if (profile_id === undefined) {
      const { rows, truncated } = fitRows(profiles.map(summaryOf))
      return { ...instance, profiles: rows, total: profiles.length, truncated }
    }
    const found = profiles.find(one => one.id === profile_id)
    if (!found) throw new Refusal('not_found', { error: 'There is no quality profile with this id.' })
    const whole = wholeOf(found)
    const shown = whole.custom_format_scores?.length ?? 0
    return { ...instance, profiles: [whole], total: 1, truncated: shown < found.format_scores.length }
  },
})
