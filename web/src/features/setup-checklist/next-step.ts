interface Home {
  /** A featured title, whose button is the main one. */
  has_hero: boolean
  /** The setup was left early. */
  can_resume: boolean
  has_instances: boolean
}

/** What the one primary button of Home does. */
export type NextStep = 'title' | 'resume' | 'connect' | 'metadata'

/** The most useful step on Home: the setup asks for all of it, and without instances a metadata key is of little use. */
export function nextStepOf({ has_hero, can_resume, has_instances }: Home): NextStep {
  if (has_hero) return 'title'
  if (can_resume) return 'resume'
  return has_instances ? 'metadata' : 'connect'
}
