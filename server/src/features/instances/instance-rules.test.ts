import { hasGlobalDefault, SERVICE_TYPES, type ServiceType } from '@foyer/contract/instances/instance-types'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  byOrder,
  effectiveDefault,
  globalDefault,
  type Listed,
  resolveInstance,
  type Viewer,
  visibleInstances,
} from './instance-rules.ts'

const listed = (id: string, service_type: ServiceType, more: Partial<Listed> = {}): Listed => ({
  id,
  service_type,
  name: id,
  is_default: false,
  sort_order: 0,
  ...more,
})
const viewer = (more: Partial<Viewer> = {}): Viewer => ({
  role: 'user',
  pins: {},
  grants: new Set(),
  ...more,
})
const ids = (all: readonly Listed[]) => all.map(one => one.id)

describe('what a user sees (0.6)', () => {
  const all = [
    listed('m1', 'movie_manager', { sort_order: 2 }),
    listed('m2', 'movie_manager', { sort_order: 1, is_default: true }),
    listed('m3', 'movie_manager', { sort_order: 3 }),
    listed('b1', 'book_manager'),
    listed('a1', 'account_server_a'),
  ]

  it.each([
    ['the global default of movies when nothing was given', viewer(), ['m2']],
    ['the pin instead of the global default', viewer({ pins: { movie_manager: 'm3' } }), ['m3']],
    ['grants beside the global default', viewer({ grants: new Set(['m1']) }), ['m2', 'm1']],
    ['a book pin as a grant', viewer({ pins: { book_manager: 'b1' } }), ['b1', 'm2']],
    ['a media server only when granted', viewer({ grants: new Set(['a1']) }), ['a1', 'm2']],
    ['everything as an admin', viewer({ role: 'admin' }), ['a1', 'b1', 'm2', 'm1', 'm3']],
    ['no pin of another kind', viewer({ pins: { movie_manager: 'b1' } }), ['m2']],
  ])('%s', (_what, who, expected) => {
    expect(ids(visibleInstances(all, who))).toEqual(expected)
  })

  it('takes the first by sort_order, name and id when no row is flagged', () => {
    const plain = all.map(one => ({ ...one, is_default: false }))
    expect(globalDefault(plain, 'movie_manager')?.id).toBe('m2')
    const tied = [listed('z', 'tv_manager', { name: 'A' }), listed('a', 'tv_manager', { name: 'A' })]
    expect(globalDefault(tied, 'tv_manager')?.id).toBe('a')
    expect(globalDefault(all, 'book_manager')).toBeNull()
  })
})

describe('which instance is meant (0.6)', () => {
  const all = [listed('m1', 'movie_manager'), listed('b1', 'book_manager'), listed('b2', 'book_manager')]
  const refusalOf = (who: Viewer, type: ServiceType, id?: string, from: Listed[] = all) => {
    const found = resolveInstance(from, who, type, id)
    return found.instance?.id ?? ('refusal' in found ? found.refusal : null)
  }

  it.each<[string, Viewer, ServiceType, string | undefined, string]>([
    ['unknown id', viewer(), 'movie_manager', 'x', 'instance_forbidden'],
    ['id of another kind', viewer({ grants: new Set(['b1']) }), 'movie_manager', 'b1', 'instance_forbidden'],
    ['id not granted', viewer({ grants: new Set(['b1']) }), 'book_manager', 'b2', 'instance_forbidden'],
    ['id granted', viewer({ grants: new Set(['b2']) }), 'book_manager', 'b2', 'b2'],
    ['admin, unknown id', viewer({ role: 'admin' }), 'book_manager', 'x', 'instance_not_found'],
    ['admin, id of another kind', viewer({ role: 'admin' }), 'movie_manager', 'b1', 'instance_not_found'],
    ['omitted, nothing granted', viewer(), 'book_manager', undefined, 'no_grant'],
    ['omitted, music', viewer(), 'music_manager', undefined, 'no_grant'],
    ['omitted, one granted', viewer({ grants: new Set(['b2']) }), 'book_manager', undefined, 'b2'],
    ['omitted, movies', viewer(), 'movie_manager', undefined, 'm1'],
    ['omitted, no TV manager', viewer(), 'tv_manager', undefined, 'no_instance'],
    ['admin, omitted, none', viewer({ role: 'admin' }), 'music_manager', undefined, 'no_instance'],
    ['admin, omitted, books', viewer({ role: 'admin' }), 'book_manager', undefined, 'b1'],
  ])('%s', (_what, who, type, id, expected) => {
    expect(refusalOf(who, type, id)).toBe(expected)
  })
})

describe('for any inventory and any holdings (0.6)', () => {
  const inventories = fc.uniqueArray(
    fc.record({
      id: fc.string({ minLength: 1, maxLength: 3 }),
      service_type: fc.constantFrom(...SERVICE_TYPES),
      name: fc.string({ maxLength: 2 }),
      is_default: fc.boolean(),
      sort_order: fc.integer({ min: -2, max: 2 }),
    }),
    { selector: one => one.id, maxLength: 8 },
  )
  const scenes = inventories.chain(all => {
    const anyId = fc.constantFrom(...all.map(one => one.id), 'gone')
    return fc.record({
      all: fc.constant(all),
      who: fc.record({
        role: fc.constantFrom('admin' as const, 'user' as const),
        pins: fc.dictionary(fc.constantFrom(...SERVICE_TYPES), anyId),
        grants: fc.array(anyId).map(list => new Set(list)),
      }),
      type: fc.constantFrom(...SERVICE_TYPES),
      id: fc.option(anyId, { nil: undefined }),
    })
  })

  it('resolves only to what is visible and of the kind that was asked for', () => {
    fc.assert(
      fc.property(scenes, ({ all, who, type, id }) => {
        const { instance } = resolveInstance(all, who, type, id)
        if (!instance) return
        expect(instance.service_type).toBe(type)
        expect(ids(visibleInstances(all, who))).toContain(instance.id)
        if (id !== undefined) expect(instance.id).toBe(id)
      }),
    )
  })

  it('refuses an omitted id exactly when nothing of the kind is visible', () => {
    fc.assert(
      fc.property(scenes, ({ all, who, type }) => {
        const visible = visibleInstances(all, who).filter(one => one.service_type === type)
        expect(resolveInstance(all, who, type).instance === null).toBe(visible.length === 0)
        expect(effectiveDefault(all, who, type) === null).toBe(visible.length === 0)
      }),
    )
  })

  it('shows a user nothing beyond pins, grants and the global defaults', () => {
    fc.assert(
      fc.property(scenes, ({ all, who }) => {
        const user = { ...who, role: 'user' as const }
        for (const one of visibleInstances(all, user)) {
          const given = user.grants.has(one.id) || user.pins[one.service_type] === one.id
          const isGlobal =
            hasGlobalDefault(one.service_type) && globalDefault(all, one.service_type)?.id === one.id
          expect(given || isGlobal).toBe(true)
        }
      }),
    )
  })

  it('orders in one way, whatever the order of the rows', () => {
    fc.assert(
      fc.property(inventories, fc.nat(), (all, turn) => {
        const rotated = [...all.slice(turn % (all.length || 1)), ...all.slice(0, turn % (all.length || 1))]
        expect(ids([...rotated].sort(byOrder))).toEqual(ids([...all].sort(byOrder)))
      }),
    )
  })
})
