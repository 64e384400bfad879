import type { LibraryManagerType } from '@foyer/contract/instances/instance-types'
import type { z } from 'zod'
import type { LibraryOperations } from '#features/library-operations/index.ts'
import type { ManagerConfiguration } from '#features/manager-configuration/index.ts'
import type { Caller } from '#kit/caller.ts'
import { Refusal } from '#kit/refusal.ts'
import type { Scrubber } from '#kit/scrub.ts'
import type { ModelTool } from '#ports/language-model.ts'
import type { ToolDefinition } from './define-tool.ts'
import { modelTool } from './model-calls.ts'
import { errorForModel, TOOL_NOT_AVAILABLE } from './tool-errors.ts'
import { asResult, type ToolResult } from './tool-result.ts'
import { parseOutput } from './tool-schema.ts'

/** The only library that a call may reach. */
export interface ServerToolScope {
  instance: { id: string; service_type: LibraryManagerType }
  signal: AbortSignal
}

/** Read tools for work of the server itself, without a person (C46). */
export interface ServerTools {
  /** As a model is offered them: without the choice of a library. */
  offered: readonly ModelTool[]
  /** Never throws for a tool's own failure. Any other name, also that of a tool that exists, is not available. */
  call(name: string, input: unknown, scope: ServerToolScope): Promise<ToolResult>
}

export interface ServerToolsParts {
  tools: readonly ToolDefinition[]
  parseInput(schema: z.core.$ZodType, value: unknown): unknown
  asRefusal(error: unknown): Refusal
  operations: LibraryOperations
  configuration: ManagerConfiguration
  scrubber: Scrubber
}

/** C46, in the order of 2/4.5. None of them changes anything; the list of tools confirms it when this is made. */
const READ_TOOLS: ReadonlySet<string> = new Set([
  'get_queue',
  'diagnose_queue',
  'get_library_health',
  'get_library',
  'get_history',
  'get_episode_timeline',
  'get_book_timeline',
  'get_album_timeline',
  'get_media_file_details',
  'get_service_config',
  'search_releases',
  'get_manual_import_candidates',
  'get_quality_profiles',
  'get_custom_formats',
])

/** Sees every library, and has no account: nothing is recorded as done by it, because it changes nothing. */
const SERVER: Caller = { user_id: 0, username: '', role: 'admin', device_id: '' }

/**
 * The same definitions, input, output and scrubber as in the dispatcher. What a tool may use is narrowed to reads of one
 * library, so that no input can reach another one or change anything, whatever the tool does with it.
 */
export function createServerTools(parts: ServerToolsParts): ServerTools {
  const tools = parts.tools.filter(tool => READ_TOOLS.has(tool.name) && tool.hint === 'read')
  const byName = new Map(tools.map(tool => [tool.name, tool]))

  return {
    offered: tools.map(withoutInstance),

    async call(name, input, { instance, signal }) {
      const tool = byName.get(name)
      if (!tool) return TOOL_NOT_AVAILABLE
      try {
        const parsed = parts.parseInput(tool.input, input ?? {}) as Record<string, unknown>
        const output = await tool.run(parsed, {
          caller: SERVER,
          source: 'chat',
          client_name: '',
          call: refuse,
          operations: {
            reads: narrowReads(parts.operations.reads, instance),
            actions: narrowActions(parts.operations.actions, instance),
          },
          configuration: narrowConfiguration(parts.configuration, instance),
          signal,
          confirm: refuse,
          progress: () => undefined,
          previews: null,
        })
        return asResult(parts.scrubber.scrubValue(parseOutput(tool, output)))
      } catch (error) {
        signal.throwIfAborted()
        return errorForModel(error, parts)
      }
    },
  }
}

type Instance = ServerToolScope['instance']

async function refuse(): Promise<never> {
  throw new Refusal('forbidden')
}

/** Every function of an object refuses, except those that are given. */
function only<T extends object>(whole: T, allowed: Partial<T>): T {
  const refused = Object.fromEntries(Object.keys(whole).map(name => [name, refuse]))
  return { ...refused, ...allowed } as T
}

/** Every scope is that of this library, whatever the input named. Another media type finds no such library. */
function narrowReads(reads: LibraryOperations['reads'], { id }: Instance): LibraryOperations['reads'] {
  const here = <S extends object>(scope: S) => ({ ...scope, caller: SERVER, instance_id: id })
  return {
    daysAhead: reads.daysAhead,
    queue: scope => reads.queue(here(scope)),
    diagnose: scope => reads.diagnose(here(scope)),
    health: scope => reads.health(here(scope)),
    titles: scope => reads.titles(here(scope)),
    history: scope => reads.history(here(scope)),
    seasonTimeline: scope => reads.seasonTimeline(here(scope)),
    recordTimeline: scope => reads.recordTimeline(here(scope)),
    files: scope => reads.files(here(scope)),
    settings: scope => reads.settings(here(scope)),
    disks: scope => reads.disks(here(scope)),
    missing: scope => reads.missing(here(scope)),
    importCandidates: scope => reads.importCandidates(here(scope)),
  }
}

/** A search only looks; everything else changes something. */
function narrowActions(
  actions: LibraryOperations['actions'],
  { id }: Instance,
): LibraryOperations['actions'] {
  return only(actions, {
    searchReleases: (scope, context) =>
      actions.searchReleases(
        { ...scope, instance_id: id },
        { ...context, actor: { ...context.actor, source: 'remediation' } },
      ),
  })
}

function narrowConfiguration(
  configuration: ManagerConfiguration,
  { id, service_type }: Instance,
): ManagerConfiguration {
  const here = { service: service_type, instance_id: id }
  return only(configuration, {
    readProfiles: (_caller, choice) => configuration.readProfiles(SERVER, { ...choice, ...here }),
    readFormats: (_caller, choice) => configuration.readFormats(SERVER, { ...choice, ...here }),
  })
}

/** The library is given: a model is not even asked for it. */
function withoutInstance(tool: ToolDefinition): ModelTool {
  const offered = modelTool(tool)
  const { properties = {}, ...schema } = offered.input_schema as { properties?: Record<string, unknown> }
  const { instance_id: _instance, ...others } = properties
  return { ...offered, input_schema: { ...schema, properties: others } }
}
