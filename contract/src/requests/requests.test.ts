import { describe, expect, it } from 'vitest'
import { approveRequest, listRequestHistory } from './admin-requests.ts'
import { getInbox, postInboxRead } from '../inbox.ts'
import { MAX_ROW_ID } from '../primitives.ts'
import { listRequests } from './requests.ts'

describe('numbers that no row can have', () => {
  const beyond = '9999999999999999'

  it('page from the newest and filter for nobody, instead of failing on one of the engines', () => {
    expect(listRequests.query.parse({ before_id: beyond }).before_id).toBe(MAX_ROW_ID)
    expect(listRequestHistory.query.parse({ before: beyond, user_id: beyond })).toMatchObject({
      before: MAX_ROW_ID,
      user_id: MAX_ROW_ID,
    })
    expect(getInbox.query.parse({ before: beyond }).before).toBe(MAX_ROW_ID)
    expect(postInboxRead.body.parse({ through: 3_000_000_000 })).toEqual({ through: MAX_ROW_ID })
    expect(listRequests.query.parse({ before_id: '7' }).before_id).toBe(7)
    expect(listRequests.query.safeParse({ before_id: '0' }).success).toBe(false)
  })

  it('are not accepted as the quality profile of an approval (C16)', () => {
    const approves = (quality_profile_id: number) =>
      approveRequest.body.safeParse({ quality_profile_id }).success
    expect([0, 4, MAX_ROW_ID, MAX_ROW_ID + 1, -1, 1.5].map(approves)).toEqual([
      true,
      true,
      true,
      false,
      false,
      false,
    ])
  })
})
