import { ChatFrame } from '@foyer/contract/assistant/chat'
import { describe, expect, it } from 'vitest'
import { detailFrame, framesOfResult } from './chat-frame-rules.ts'

const ok = (structured: Record<string, unknown>) => ({ ok: true as const, structured, text: '' })

describe('frames of tool results (2/4.6)', () => {
  it('show titles with the ids, pictures and ratings of the contract', () => {
    const items = [
      {
        media_type: 'movie',
        title: 'Low Water',
        tmdb_id: 7,
        year: 2024,
        rating: 7.5,
        poster_path: '/a.jpg',
        overview: 'Sea.',
      },
      {
        media_type: 'book',
        title: 'Ink',
        foreign_id: 'hc:1',
        instance_id: 'in_b',
        by: 'A. Writer',
        cover: 'https://x/c.jpg',
      },
      { media_type: 'music', title: 'Nothing to name it by' },
    ]
    const frames = framesOfResult('display_media', ok({ items, not_shown: [] }))
    expect(frames).toEqual([
      {
        media_results: [
          {
            id: 7,
            media_type: 'movie',
            title: 'Low Water',
            year: 2024,
            vote_average: 7.5,
            poster_path: '/a.jpg',
            overview: 'Sea.',
          },
          {
            id: 'hc:1',
            foreign_id: 'hc:1',
            media_type: 'book',
            title: 'Ink',
            instance_id: 'in_b',
            by: 'A. Writer',
            poster_url: 'https://x/c.jpg',
          },
        ],
      },
    ])
    for (const frame of frames) ChatFrame.parse(frame)
    expect(framesOfResult('display_media', ok({ items: [], not_shown: [] }))).toEqual([])
    expect(framesOfResult('search_movies', ok({ items }))).toEqual([])
  })

  it('report changes of a configuration, and nothing when nothing was changed', () => {
    const changed = {
      change_id: 4,
      status: 'applied',
      summary: 'Profile HD',
      message: 'Done',
      instance_id: 'in_a',
    }
    expect(framesOfResult('apply_profile_change', ok(changed))).toEqual([
      { configuration_change: { change_id: 4, status: 'applied', summary: 'Profile HD' } },
    ])
    const same = { status: 'unchanged', summary: 'Format', message: 'Already like this' }
    expect(framesOfResult('upsert_custom_format', ok(same))).toEqual([])
    expect(
      framesOfResult('upsert_custom_format', { ok: false, code: 'forbidden', text: 'No (forbidden)' }),
    ).toEqual([])
  })

  it('have short details, with the sentence of a failure', () => {
    const result = { ok: false as const, code: 'not_found', text: 'Nothing here. (not_found)' }
    expect(detailFrame('x', { query: 'a' }, result)).toEqual({
      tool_detail: { name: 'x', input: '{"query":"a"}', error: 'Nothing here.' },
    })
    const refused = ok({
      change_id: 4,
      status: 'failed',
      summary: 'HD',
      message: 'Radarr rejected the change.',
    })
    expect(detailFrame('apply_profile_change', {}, refused)).toEqual({
      tool_detail: { name: 'apply_profile_change', input: '{}', error: 'Radarr rejected the change.' },
    })
    expect(
      detailFrame('apply_profile_change', {}, ok({ status: 'outcome_unknown', message: 'Check.' })),
    ).toEqual({
      tool_detail: { name: 'apply_profile_change', input: '{}' },
    })
    const lost = ok({ outcome: 'outcome_unknown', subject: 'Heat', message: 'Check.' })
    expect(detailFrame('grab_release', {}, lost)).toEqual({
      tool_detail: { name: 'grab_release', input: '{}', outcome: 'unknown' },
    })
    expect(detailFrame('grab_release', {}, ok({ outcome: 'done' }))).toEqual({
      tool_detail: { name: 'grab_release', input: '{}' },
    })
    const long = detailFrame('x'.repeat(500), { query: '😀'.repeat(600) }, ok({}))
    const { tool_detail } = long as { tool_detail: { name: string; input: string } }
    expect(tool_detail.name).toHaveLength(128)
    expect(tool_detail.input).toHaveLength(500)
    expect(tool_detail.input.isWellFormed()).toBe(true)
  })
})
