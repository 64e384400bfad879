import { expect, it } from 'vitest'
import { UpstreamFault } from '#kit/upstream-fault.ts'
import { createMeters } from './meters.ts'
import { prometheusText } from './prometheus-text.ts'

const GET_TITLE = { route: '/api/titles/{id}', method: 'GET' }

it('counts answers by class of status, and measures the time of all but streams', () => {
  const meters = createMeters()
  meters.countAnswer({ ...GET_TITLE, status: 200, seconds: 0.004 })
  meters.countAnswer({ ...GET_TITLE, status: 204, seconds: 0.3 })
  meters.countAnswer({ ...GET_TITLE, status: 200, seconds: 60 })
  meters.countAnswer({ ...GET_TITLE, status: 404, seconds: 0.001 })
  meters.countAnswer({ route: '/api/events', method: 'GET', status: 200, seconds: null })
  const lines = prometheusText(meters.figures()).split('\n')
  const labels = 'route="/api/titles/{id}",method="GET",status="2xx"'
  expect(lines).toEqual(
    expect.arrayContaining([
      `foyer_http_requests_total{${labels}} 3`,
      `foyer_http_request_seconds_bucket{${labels},le="0.005"} 1`,
      `foyer_http_request_seconds_bucket{${labels},le="0.25"} 1`,
      `foyer_http_request_seconds_bucket{${labels},le="0.5"} 2`,
      `foyer_http_request_seconds_bucket{${labels},le="10"} 2`,
      `foyer_http_request_seconds_bucket{${labels},le="+Inf"} 3`,
      `foyer_http_request_seconds_sum{${labels}} 60.304`,
      `foyer_http_request_seconds_count{${labels}} 3`,
      'foyer_http_requests_total{route="/api/events",method="GET",status="2xx"} 1',
    ]),
  )
  expect(lines.filter(line => line.includes('seconds') && line.includes('/api/events'))).toEqual([])
})

it('counts faults by product and kind', () => {
  const meters = createMeters()
  for (const kind of ['timeout', 'timeout', 'bad_answer'] as const) {
    meters.countFault(new UpstreamFault({ upstream: 'Radarr', kind }))
  }
  expect(prometheusText(meters.figures())).toContain(
    [
      'foyer_upstream_faults_total{product="Radarr",kind="timeout"} 2',
      'foyer_upstream_faults_total{product="Radarr",kind="bad_answer"} 1',
    ].join('\n'),
  )
})
