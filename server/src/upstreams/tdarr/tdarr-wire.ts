import { z } from 'zod'

/** tdarr.md: every member is optional; one of another type is as good as missing. */
const Text = z.string().nullish().catch(null)
const Measure = z.number().nullish().catch(null)
const Flag = z.boolean().nullish().catch(null)

export const TdarrStatus = z.object({ status: z.string(), version: z.string() })

const TdarrWorker = z.object({
  _id: Text,
  idle: Flag,
  /** The path on the server's side. */
  file: Text,
  workerType: Text,
  job: z.object({ type: Text }).nullish().catch(null),
  status: Text,
  percentage: Measure,
  fps: Measure,
  ETA: Text,
  isFlowWorker: Flag,
  lastPluginDetails: z
    .union([
      z.string(),
      z.object({ id: Text, number: z.union([z.string(), z.number()]).nullish().catch(null) }),
    ])
    .nullish()
    .catch(null),
})
export type TdarrWorker = z.output<typeof TdarrWorker>

/** Keyed by id, or an array. */
function collectionOf<S extends z.ZodType>(item: S) {
  return z.union([z.record(z.string(), item), z.array(item)])
}

const TdarrNode = z.object({
  _id: Text,
  nodeName: Text,
  nodePaused: Flag,
  workers: collectionOf(TdarrWorker).nullish(),
})
export const TdarrNodes = collectionOf(TdarrNode)
export type TdarrNodes = z.output<typeof TdarrNodes>

/** The documents are large and have paths and plugin settings: only this is kept of them. */
export const TdarrLibraries = z.array(z.object({ _id: z.string().min(1), name: Text }))
export type TdarrLibraries = z.output<typeof TdarrLibraries>

/** A document that has none of these is something else. */
export const TdarrStatistics = z
  .object({
    totalFileCount: Measure,
    table0Count: Measure,
    table1Count: Measure,
    table2Count: Measure,
    table3Count: Measure,
    table4Count: Measure,
    table5Count: Measure,
    table6Count: Measure,
  })
  .refine(counts => Object.values(counts).some(count => typeof count === 'number'))
export type TdarrStatistics = z.output<typeof TdarrStatistics>

const Slices = z.array(z.object({ name: z.string(), value: Measure })).nullish()

export const TdarrPies = z.object({
  pieStats: z.object({
    totalFiles: Measure,
    status: z.object({ transcode: Slices, healthcheck: Slices, healthCheck: Slices }).nullish(),
  }),
})
export type TdarrPies = z.output<typeof TdarrPies>
