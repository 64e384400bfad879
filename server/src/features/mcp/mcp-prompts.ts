import { AGENT_GUIDE } from '#features/ai-tools/index.ts'

interface McpPrompt {
  listed: {
    name: string
    title: string
    description: string
    arguments?: { name: string; description: string; required: true }[]
  }
  text(given: Readonly<Record<string, string>>): string
}

const argument = (name: string, description: string) => ({ name, description, required: true as const })

/** The prompts of 2/4.5. What a person typed is marked as a quotation, so that it cannot pass for an instruction. */
export const PROMPTS: readonly McpPrompt[] = [
  {
    listed: {
      name: 'foyer-agent-guide',
      title: 'How to use Foyer',
      description: 'The whole guide: which tool to use when, what the answers mean, and what never to guess.',
    },
    text: () => AGENT_GUIDE,
  },
  {
    listed: {
      name: 'discover-and-recommend',
      title: 'Find something to watch, read or listen to',
      description:
        'Recommends titles that fit a description, and shows which of them are in the library already.',
      arguments: [argument('request', 'What somebody is in the mood for, in their own words')],
    },
    text: ({ request = '' }) =>
      `Find titles in Foyer that fit this description:\n\n${quoted(request)}\n\n` +
      `1. Use get_trending, browse_titles, get_recommendations or a search tool, whichever fits best.\n` +
      `2. Read the details of the best candidates (get_movie_details, get_tv_details). Do not describe a title from memory.\n` +
      `3. Ask check_request_status for each title that you want to recommend.\n` +
      `4. Show at most five with display_media. For each: why it fits, and whether it is there, on its way, or can be requested.\n` +
      `5. Request nothing. Offer it, and wait for a clear yes.\n\n` +
      `Content limits of the account apply by themselves. Never hint at titles that were left out.`,
  },
  {
    listed: {
      name: 'request-media',
      title: 'Request a title',
      description: 'Finds the right title, asks what has to be asked, and requests it once.',
      arguments: [argument('title_or_request', 'The title, or a description of it')],
    },
    text: ({ title_or_request = '' }) =>
      `Request this in Foyer:\n\n${quoted(title_or_request)}\n\n` +
      `1. Search. If more than one title fits, show them with year and one distinguishing fact, and ask which one is meant.\n` +
      `2. Call check_request_status. If the title is available or already on its way, say so and stop.\n` +
      `3. Call get_request_options. Ask only what has several answers and cannot be known: seasons, format, library.\n` +
      `4. Say in one sentence what will be requested and what it costs of the allowance. Wait for a yes.\n` +
      `5. Call request_media once. If its outcome is unknown, use check_request_status before anything else; never send it twice.\n` +
      `6. Report the status with the request number, in plain words.`,
  },
  {
    listed: {
      name: 'admin-download-triage',
      title: 'Look into a download that does not arrive (admins)',
      description:
        'Works out why something does not arrive. Needs the account of an admin: for others the tools it uses do not exist.',
      arguments: [argument('issue', 'What is wrong: the title, and what was expected')],
    },
    text: ({ issue = '' }) =>
      `Find out what is wrong here:\n\n${quoted(issue)}\n\n` +
      `This needs an admin. If the tools below are not in your list, say that an admin has to look at it, and stop.\n\n` +
      `1. Read first: diagnose_queue, then get_queue, get_library_health and get_history for the library concerned. Do not change anything yet.\n` +
      `2. Name the cause in one sentence, with the fact that shows it. If the facts do not show a cause, say so.\n` +
      `3. Propose the smallest step that can help, and what it destroys, if anything.\n` +
      `4. Act only after a yes: trigger_search; search_releases and grab_release; execute_manual_import after get_manual_import_candidates; remediate_queue_item; remove_queue_item last.\n` +
      `5. Read the queue again and report what changed. One step at a time.`,
  },
]

export function findPrompt(name: string): McpPrompt | undefined {
  return PROMPTS.find(({ listed }) => listed.name === name)
}

function quoted(text: string): string {
  return `<what-was-asked>\n${text.replaceAll('<', '(').replaceAll('>', ')').trim()}\n</what-was-asked>`
}
