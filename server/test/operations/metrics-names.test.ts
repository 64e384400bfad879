import { readFileSync } from 'node:fs'
import { METHODS } from 'node:http'
import { join } from 'node:path'
import { allRoutes } from '@foyer/contract'
import { SEND_STATES } from '@foyer/contract/operations/outbox'
import { DELIVERY_STATES } from '@foyer/contract/requests/requests'
import { describe, expect, it } from 'vitest'
import type { FaultKind } from '#kit/upstream-fault.ts'
import { shareAmongTests } from '#test/engines.ts'
import { buildWorld } from '#test/world.ts'
import dashboard from '../../../deploy/grafana/foyer.json' with { type: 'json' }

const TOKEN = 'figures-for-prometheus'
const guide = readFileSync(join(import.meta.dirname, '../../../docs/metrics.md'), 'utf8')

/** By figure: each of its labels with the values that it has. */
type Figures = Map<string, Map<string, Set<string>>>

/** A histogram is one figure, though its series have three names. */
function readFigures(text: string): Figures {
  const types = new Map(Array.from(text.matchAll(/^# TYPE (\S+) (\S+)$/gm), ([, name, type]) => [name, type]))
  const figures: Figures = new Map()
  for (const name of types.keys()) figures.set(String(name), new Map())
  for (const [, series = '', labels = ''] of text.matchAll(/^(\w+)(?:\{(.*)\})? \S+$/gm)) {
    const base = series.replace(/_(bucket|sum|count)$/, '')
    const of = figures.get(types.get(base) === 'histogram' ? base : series)
    expect([series, of !== undefined]).toEqual([series, true])
    for (const [label, value] of pairsIn(labels)) {
      const values = of?.get(label) ?? new Set()
      of?.set(label, values.add(value))
    }
  }
  return figures
}

const pairsIn = (labels: string): [string, string][] =>
  Array.from(labels.matchAll(/(\w+)=~?"((?:[^"\\]|\\.)*)"/g), ([, name = '', value = '']) => [name, value])

const labelsOf = (figures: Figures) =>
  Object.fromEntries([...figures].map(([name, labels]) => [name, [...labels.keys()].toSorted()]))

/** The table of the guide: one or more figures in the first column, their labels in the second. */
function tableOfGuide(): Record<string, string[]> {
  const named: Record<string, string[]> = {}
  for (const [, figures = '', labels = ''] of guide.matchAll(/^\| (`.+?`) \| (`.+?`|–) \|/gm)) {
    for (const [, figure = ''] of figures.matchAll(/`(\w+)`/g))
      named[figure] = Array.from(labels.matchAll(/`(\w+)`/g), ([, label = '']) => label).toSorted()
  }
  return named
}

/** Figures that a query of Prometheus names, each with the labels that it chooses by. */
function chosenIn(query: string): { figure: string; labels: [string, string][] }[] {
  const found = query.matchAll(/\b((?:foyer|process|nodejs)_\w+)(?:\{(.*?)\})?/g)
  return Array.from(found, ([, series = '', labels = '']) => ({
    figure: series.replace(/^(\w+_seconds)_(bucket|sum|count)$/, '$1'),
    labels: pairsIn(labels),
  }))
}

const panels = dashboard.panels.flatMap(panel => panel.targets?.map(target => target.expr) ?? [])
const alerts = Array.from(guide.matchAll(/^- `(.+?)`/gm), ([, query = '']) => query)

/** What Prometheus adds itself. */
const PROMETHEUS = new Set(['job'])

const KINDS = {
  unreachable: true,
  timeout: true,
  rate_limited: true,
  rejected_key: true,
  bad_answer: true,
  outcome_unknown: true,
} satisfies Record<FaultKind, true>
const JOB_STATES = ['ready', 'running', 'parked', 'attention']

describe('what /metrics, the guide and the dashboard say (C66)', () => {
  /** A server that people, bots and broken services have been at: every figure has its labels. */
  const shared = shareAmongTests(async () => {
    const world = await buildWorld({
      env: { APP_METRICS_TOKEN: TOKEN },
      products: ['tmdb'],
      instances: ['movies'],
      users: ['uma'],
    })
    await world.asUma('GET', '/api/discover/trending?type=movie')
    await world.asUma('GET', '/api/search/all?query=somebody+looks+for+this&types=movie')
    await world.asUma('GET', `/api/requests/${world.tmdb.api_key}/status?media_type=movie`)
    await world.asAdmin('POST', '/api/admin/instances/test', {
      service_type: 'movie_manager',
      name: 'Cellar of Ana',
      url: 'http://127.0.0.1:9/of-ana',
      api_key: 'a'.repeat(32),
    })
    await world.app.call('GET', '/a/page/of/the/client')
    const read = async () => {
      const answer = await world.app.call('GET', '/metrics', { token: TOKEN })
      return answer.raw.toString()
    }
    return { world, read, figures: readFigures(await read()) }
  })

  it('are the same figures with the same labels', () => {
    const { figures } = shared()
    expect(tableOfGuide()).toEqual(labelsOf(figures))
  })

  it('are asked for by the dashboard and the alerts with labels and values that exist', () => {
    const { figures } = shared()
    expect(panels.length).toBeGreaterThan(15)
    expect(alerts.length).toBeGreaterThan(2)
    for (const query of [...panels, ...alerts]) {
      const chosen = chosenIn(query)
      expect([query, chosen.length > 0]).toEqual([query, true])
      for (const { figure, labels } of chosen) {
        const of = figures.get(figure)
        expect([query, figure, of !== undefined]).toEqual([query, figure, true])
        for (const [label, value] of labels.filter(([name]) => !PROMETHEUS.has(name)))
          for (const one of value.split('|'))
            expect([query, one, of?.get(label)?.has(one)]).toEqual([query, one, true])
      }
      // Grouped by labels that one of its figures has.
      const grouped = Array.from(query.matchAll(/by \(([\w, ]+)\)/g), ([, names = '']) => names.split(', '))
      for (const label of grouped.flat()) {
        const has = chosen.some(({ figure }) => figures.get(figure)?.has(label))
        expect([query, label, has]).toEqual([query, label, true])
      }
    }
  })

  it('are all on the dashboard, and in what it writes beside its lines', () => {
    const { figures } = shared()
    const shown = new Set(panels.flatMap(chosenIn).map(({ figure }) => figure))
    expect([...figures.keys()].filter(name => name.startsWith('foyer_') && !shown.has(name))).toEqual([])
    const known = new Set([...PROMETHEUS, ...[...figures.values()].flatMap(labels => [...labels.keys()])])
    const legends = dashboard.panels.flatMap(panel => panel.targets?.map(target => target.legendFormat) ?? [])
    const labels = legends.flatMap(legend => legend?.match(/(?<=\{\{)\w+/g) ?? [])
    // Where it runs: Prometheus's, too.
    expect(labels.filter(label => label !== 'instance' && !known.has(label))).toEqual([])
  })

  it('have labels with few values, and none about a person, a title, a host or a key', async () => {
    const { world, figures } = shared()
    const caches = await world.asAdmin('GET', '/api/admin/operations/caches')
    const one = (...values: string[]) => new Set(values)
    const allowed: Record<string, ReadonlySet<string> | RegExp> = {
      route: one(...allRoutes.map(route => route.path), 'web', 'none'),
      method: one(...METHODS),
      status: one('1xx', '2xx', '3xx', '4xx', '5xx'),
      le: /^(\d+(\.\d+)?|\+Inf)$/,
      // A product's name; one of a host or an instance has a dot, a colon or a number.
      product: /^[A-Za-z][A-Za-z ]+$/,
      kind: one(...Object.keys(KINDS)),
      state: one(...JOB_STATES, ...DELIVERY_STATES, ...SEND_STATES),
      cache: one(...caches.body.caches.map((cache: { name: string }) => cache.name)),
      engine: one('sqlite', 'postgres'),
      version: one(world.app.config.version),
      node: one(process.version),
    }
    for (const [name, labels] of figures) {
      for (const [label, values] of labels) {
        const rule = allowed[label]
        const isAllowed = (value: string) => (rule instanceof RegExp ? rule.test(value) : rule?.has(value))
        expect([name, label, [...values].filter(value => !isAllowed(value))]).toEqual([name, label, []])
      }
    }
    for (const kind of Object.keys(KINDS)) expect(guide).toContain(`\`${kind}\``)
    for (const state of JOB_STATES) expect(guide).toContain(`\`${state}\``)
    for (const cache of allowed['cache'] as Set<string>) expect(cache).toMatch(/^[a-z-]+$/)
  })

  it('do not grow with what visitors make up', async () => {
    const { world, read } = shared()
    const visit = async (made_up: string) => {
      const from = '198.51.100.9'
      await world.app.call('GET', `/api/${made_up}`, { from })
      await world.app.call('GET', `/${made_up}`, { from })
      await world.app.call('PUT', `/api/${made_up}`, { from })
      await world.asUma('GET', `/api/discover/trending?type=${made_up}`)
      await world.asUma('GET', `/api/media/movie/${made_up}`)
    }
    await visit('first')
    const before = (await read()).split('\n').length
    for (let i = 0; i < 20; i++) await visit(`made-up-${i}`)
    const text = await read()
    expect(text.split('\n').length).toBe(before)
    expect(text).not.toContain('made-up')
  })
})
