import type { Compilable, CompiledQuery } from 'kysely'
import type { Db } from './database.ts'

/** Each list length needs its own statement; beyond this number the cache starts over. */
const SHAPES_KEPT = 20
/** Queries with more values are rare, and their plans too large to keep. */
const MAX_VALUES_KEPT = 1024

type Read = (input: unknown) => unknown

/** A placeholder for a value while a query is built; reads the value from the parameters at run time. */
class Slot {
  readonly read: Read

  constructor(read: Read) {
    this.read = read
  }

  /** A query that depends on a value is not a single query: throwing is better than running the wrong text. */
  [Symbol.toPrimitive](): never {
    throw new Error('A compiled query may place a value, but not inspect it.')
  }
}

interface Plan<R> {
  query: CompiledQuery<R>
  /** How each parameter is read from the input. */
  reads: readonly Read[]
}

/**
 * A query of the hot path, built and compiled once for each shape of its input and then run with different values;
 * building costs many times more than running it on SQLite. `build` places values and must not inspect them. It may
 * inspect the shape: which fields exist and how long a list is.
 */
export function defineQuery<G extends object, R>(build: (db: Db, input: G) => Compilable<R>) {
  // Keyed by the class of the adapter, because the SQL of the engines differs.
  const kept = new Map<unknown, Map<string, Plan<R>>>()

  function plansOf(db: Db): Map<string, Plan<R>> {
    const engine = db.getExecutor().adapter.constructor
    const known = kept.get(engine)
    if (known) return known
    const plans = new Map<string, Plan<R>>()
    kept.set(engine, plans)
    return plans
  }

  function planFor(db: Db, input: G): Plan<R> {
    const plans = plansOf(db)
    const shape = shapeOf(input)
    const known = plans.get(shape)
    if (known) return known
    // The same fields and lists, with a slot for each value.
    const query = build(db, slotsOf(input, whole => whole) as G).compile()
    const reads = query.parameters.map(value => (value instanceof Slot ? value.read : () => value))
    const plan = { query, reads }
    if (reads.length > MAX_VALUES_KEPT) return plan
    if (plans.size >= SHAPES_KEPT) plans.clear()
    plans.set(shape, plan)
    return plan
  }

  return async function run(db: Db, input: G): Promise<R[]> {
    const { query, reads } = planFor(db, input)
    const parameters = reads.map(read => read(input))
    const { rows } = await db.executeQuery<R>({ ...query, parameters })
    return rows
  }
}

/**
 * A list for `in (…)`, padded with its last item to the next power of two: it selects the same rows, and lists of any
 * length need only a few statements.
 */
export function inList<T>(items: readonly T[]): readonly T[] {
  const last = items.at(-1)
  if (last === undefined || items.length > MAX_VALUES_KEPT) return items
  const length = 2 ** Math.ceil(Math.log2(items.length))
  return [...items, ...Array.from({ length: length - items.length }, () => last)]
}

/** For statements that always return one row. */
export function onlyRow<R>([row]: readonly R[]): R {
  if (row === undefined) throw new Error('A statement returned no row.')
  return row
}

type Fields = Readonly<Record<string | number, unknown>>

function isNested(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null
}

/** Undefined fields count as absent, as they do in a query. */
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
  // The value there has the same shape, otherwise the plan would differ.
  const inside = (name: string | number) => (input: unknown) => (read(input) as Fields)[name]
  if (Array.isArray(value)) return value.map((item, i) => slotsOf(item, inside(i)))
  const fields = Object.entries(value).filter(([, field]) => field !== undefined)
  return Object.fromEntries(fields.map(([name, field]) => [name, slotsOf(field, inside(name))]))
}
