import type { SafeStorage } from '#lib/preferences.ts'

/** A sign-in at the provider that this tab began. */
export interface OpenFlow {
  flow: string
  verifier: string
  purpose: 'sign_in' | 'link'
  /** The page to open afterwards. */
  wanted: string
}

/** Attempts that were given up must not pile up. */
const MOST = 8

/** The verifiers of this tab, by flow. They stay in the tab: the provider returns to the same window. */
export function createOpenFlows({ tab, key }: { tab: SafeStorage; key: string }) {
  function readAll(): OpenFlow[] {
    try {
      const flows: unknown = JSON.parse(tab.getItem(key) ?? '[]')
      return Array.isArray(flows) ? (flows as OpenFlow[]) : []
    } catch {
      return []
    }
  }

  return {
    keep(open: OpenFlow) {
      tab.setItem(key, JSON.stringify([...readAll(), open].slice(-MOST)))
    },
    find: (flow: string): OpenFlow | undefined => readAll().find(one => one.flow === flow),
    forget(flow: string) {
      tab.setItem(key, JSON.stringify(readAll().filter(one => one.flow !== flow)))
    },
  }
}
