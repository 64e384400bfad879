import { describe, expect, it } from 'vitest'
import { countsOfPies, totalsOf } from './tdarr-count-rules.ts'
import { TdarrPies, TdarrStatistics } from './tdarr-wire.ts'

const STATISTICS = {
  _id: 'statistics',
  totalFileCount: 1500,
  table0Count: 5,
  table1Count: 10,
  table2Count: 600,
  table3Count: 15,
  table4Count: 20,
  table5Count: 1300,
  table6Count: 30,
  table1ViewableCount: 9,
}

const counts = (pieStats: object) => countsOfPies(TdarrPies.parse({ pieStats }))

describe('counts of all libraries (2:4.11)', () => {
  it('are named for all that they hold', () => {
    expect(totalsOf(TdarrStatistics.parse(STATISTICS))).toEqual({
      total_files: 1500,
      transcodes: [
        { label: 'Queued', value: 10 },
        { label: 'Success / not required', value: 600 },
        { label: 'Errors / cancelled', value: 15 },
        { label: 'Held', value: 5 },
      ],
      health_checks: [
        { label: 'Queued', value: 20 },
        { label: 'Success', value: 1300 },
        { label: 'Errors / cancelled', value: 30 },
      ],
    })
  })

  it('stay null where a server does not give them', () => {
    const { total_files, transcodes, health_checks } = totalsOf(TdarrStatistics.parse({ table2Count: 0 }))
    expect(total_files).toBeNull()
    expect(transcodes.map(one => one.value)).toEqual([null, 0, null, null])
    expect(health_checks.map(one => one.value)).toEqual([null, null, null])
  })

  it.each([[{}], [[]], [null], [{ error: 'no' }]])('are not in %j', given => {
    expect(TdarrStatistics.safeParse(given).success).toBe(false)
  })
})

describe('counts of one library (2:4.11)', () => {
  const transcode = [
    { name: 'Not required', value: 400 },
    { name: 'Transcode success', value: 250 },
    { name: 'Something new' },
  ]
  const success = [{ name: 'Success', value: 880 }]

  it.each(['healthcheck', 'healthCheck'])('keep their labels, with %s', key => {
    expect(counts({ totalFiles: 1000, status: { transcode, [key]: success } })).toEqual({
      total_files: 1000,
      transcodes: [
        { label: 'Not required', value: 400 },
        { label: 'Transcode success', value: 250 },
        { label: 'Something new', value: null },
      ],
      health_checks: [{ label: 'Success', value: 880 }],
    })
  })

  it('are none where the server names none', () => {
    const nothing = { total_files: null, transcodes: [], health_checks: [] }
    expect([counts({}), counts({ status: {} })]).toEqual([nothing, nothing])
  })
})
