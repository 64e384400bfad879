import { describe, expect, it } from 'vitest'
import { textsIn } from '#texts/texts.ts'
import { type AlertData, type AlertType, CATEGORY_OF } from '../alerts/alert.ts'
import { householdText } from './household-notice-rules.ts'
import { ownText } from './notice-rules.ts'

const ENGLISH = textsIn('en')
const TITLE = { title: 'Dune', media_type: 'movie' as const }

describe('words for the household', () => {
  it.each<[AlertType, AlertData, string, string]>([
    ['request_decision', { ...TITLE, username: 'mia' }, 'Request approved', 'Dune was approved for mia.'],
    ['request_decision', TITLE, 'Request approved', 'Dune was approved.'],
    [
      'request_decision',
      { ...TITLE, username: 'mia', decision: 'denied', reason: 'Too long' },
      'Request declined',
      'Dune was declined for mia.',
    ],
    [
      'request_decision',
      { ...TITLE, title_unverified: true, username: 'mia' },
      'Request approved',
      'The movie requested as “Dune” was approved for mia.',
    ],
    [
      'media_server_access',
      { username: 'mia', instance_name: 'Jellyfin' },
      'Access granted',
      'mia can use Jellyfin now.',
    ],
    ['media_server_access', {}, 'Access granted', 'Somebody can use another media server now.'],
    ['issue_report_update', TITLE, 'Report updated', 'There is a new message about Dune.'],
    ['issue_closed', TITLE, 'Report closed', 'The report about Dune was closed.'],
    ['issue_closed', {}, 'Report closed', 'A report was closed.'],
  ])('%s %o', (type, data, title, body) => {
    expect(householdText({ type, data }, ENGLISH)).toEqual({ title, body })
  })

  it('say who requested something, as devices of admins do', () => {
    const alert = { type: 'request_pending' as const, data: { ...TITLE, username: 'mia' } }
    expect(householdText(alert, ENGLISH)).toEqual(ownText(alert, ENGLISH))
    expect(householdText(alert, ENGLISH).body).toBe('mia requested the movie Dune.')
  })

  it('address nobody', () => {
    for (const type of Object.keys(CATEGORY_OF) as AlertType[]) {
      for (const data of [{}, { ...TITLE, username: 'mia' }]) {
        const { title, body } = householdText({ type, data }, ENGLISH)
        expect(`${title} ${body}`).not.toMatch(/\byour?\b/i)
      }
    }
  })
})
