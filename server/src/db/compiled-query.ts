import type { Compilable, CompiledQuery } from 'kysely'
import type { Db } from './database.ts'

/** Lists of many lengths are as many statements; beyond this many a query forgets and begins again. */
const SHAPES_KEPT = 20
/** A query with more values than this is rare, and its plan too large to keep. */
const MAX_VALUES_KEPT = 1024

type Read = (given: unknown) => unknown

/** Stands for a value while a query is built, and finds it in what the query is run with. */
class Slot {
  readonly read: Read

  constructor(read: Read) {
    this.read = read
  }

  /** A query that depends on a value is not one query: better loud than run with another's text. */
  [Symbol.toPrimitive](): never {
    throw new Error('A repeated query looked at a value, which it may only place.')
  }
}

interface Plan<R> {
  query: CompiledQuery<R>
  /** How each parameter is read from what is given. */
  reads: readonly Read[]
}

/**
 * A query of the hot path, built and compiled once for each shape of what it is given and run with other
 * values ever after; building costs many times what SQLite takes to answer. `build` places values and never
 * looks at them. It may look at the shape: which fields there are and how long a list is.
 */
export function defineQuery<G extends object, R>(build: (db: Db, given: G) => Compilable<R>) {
  // For each open database: engines differ in their words.
  const kept = new WeakMap<object, Map<string, Plan<R>>>()

  function plansOf(db: Db): Map<string, Plan<R>> {
    const { adapter } = db.getExecutor()
    const known = kept.get(adapter)
    if (known) return known
    const plans = new Map<string, Plan<R>>()
    kept.set(adapter, plans)
    return plans
  }

  function planFor(db: Db, given: G): Plan<R> {
    const plans = plansOf(db)
    const shape = shapeOf(given)
    const known = plans.get(shape)
    if (known) return known
    // The same fields and lists, with a slot for each value.
    const query = build(db, slotsOf(given, whole => whole) as G).compile()
    const reads = query.parameters.map(value => (value instanceof Slot ? value.read : () => value))
    const plan = { query, reads }
    if (reads.length > MAX_VALUES_KEPT) return plan
    if (plans.size >= SHAPES_KEPT) plans.clear()
    plans.set(shape, plan)
    return plan
  }

  return async function run(db: Db, given: G): Promise<R[]> {
    const { query, reads } = planFor(db, given)
    const parameters = reads.map(read => read(given))
    const { rows } = await db.executeQuery<R>({ ...query, parameters })
    return rows
  }
}

/**
 * A list for `in (…)`, filled up with its last item to the next power of two: it selects the same rows, and
 * lists of any length come to a few statements.
 */
export function inList<T>(items: readonly T[]): readonly T[] {
  const last = items.at(-1)
  if (last === undefined || items.length > MAX_VALUES_KEPT) return items
  const length = 2 ** Math.ceil(Math.log2(items.length))
  return [...items, ...Array.from({ length: length - items.length }, () => last)]
}

/** Of a statement that always answers one row. */
export function onlyRow<R>([row]: readonly R[]): R {
  if (row === undefined) throw new Error('A statement answered no row.')
  return row
}

type Fields = Readonly<Record<string | number, unknown>>

function isNested(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null
}

/** Fields that are undefined count as absent, as they do in a query. */
function shapeOf(value: unknown): string {
  if (!isNested(value)) return ''
  const isList = Array.isArray(value)
  let shape = isList ? '[' : '{'
  for (const name of Object.keys(value)) {
    const field = value[name]
    if (field !== undefined) shape += isList ? `${shapeOf(field)},` : `${name}:${shapeOf(field)},`
  }
  return `${shape};`
}

function slotsOf(value: unknown, read: Read): unknown {
  if (!isNested(value)) return new Slot(read)
  // What is found there has the same shape, or it would be another plan.
  const inside = (name: string | number) => (given: unknown) => (read(given) as Fields)[name]
  if (Array.isArray(value)) return value.map((item, i) => slotsOf(item, inside(i)))
  const fields = Object.entries(value).filter(([, field]) => field !== undefined)
  return Object.fromEntries(fields.map(([name, field]) => [name, slotsOf(field, inside(name))]))
}
