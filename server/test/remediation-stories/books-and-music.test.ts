import { ALBUM, BOOK } from '@foyer/simulators'
import { describe, expect, it } from 'vitest'
import { call, conclude } from '#test/agent-runs.ts'
import { ENGINES, shareAmongTests } from '#test/engines.ts'
import { buildStories } from '#test/remediation-stories.ts'
import { fixDownload, LOOK, propose } from '#test/story-turns.ts'

describe.each(ENGINES)('fixes for books and music on %s (2:4.9)', engine => {
  const shared = shareAmongTests(() => buildStories(engine, ['books', 'music']))

  it('an album with missing tracks is replaced', async () => {
    const { lidarr, begin, later, arrive, onlyIssue, show, approve, changesOf } = shared()
    const story = await begin(
      {},
      LOOK,
      fixDownload('music', 'blocklist_search'),
      conclude('waiting', 'Another release is on its way.'),
    )
    const album = lidarr.addAlbum(ALBUM.night_ferry)
    lidarr.stickDownload(lidarr.startDownload(album.id).download_id, 'Has missing tracks')
    await later(1)
    const { id, ...observed } = await onlyIssue()
    expect(observed).toMatchObject({
      media_type: 'music',
      foreign_id: ALBUM.night_ferry,
      problem_kind: 'contents_mismatch',
    })
    await later(10)
    expect(await approve((await show(id)).actions[0])).toMatchObject({
      status: 'executed',
      instance_service_type: 'music_manager',
    })
    await arrive()
    const { issue, actions, runs } = await show(id)
    expect(issue).toMatchObject({ status: 'resolved', resolution_kind: 'library_state_cleared' })
    expect(actions).toMatchObject([{ kind: 'remediate_queue', status: 'executed' }])
    expect(runs).toMatchObject([{ status: 'succeeded', step_count: 3, input_tokens: 30, output_tokens: 15 }])
    expect(changesOf('lidarr')).toEqual(['DELETE /api/v1/queue/:id removeFromClient blocklist'])
    expect(lidarr.isMissing(album.id)).toBe(false)
    expect(await story.counted()).toMatchObject({ resolved_by_agent: 1 })
  })

  it('a broken ebook is fetched again for the member who reported it', async () => {
    const { chaptarr, begin, later, arrive, show, approve, report, readAsUma } = shared()
    const { instance_ids, changesOf } = shared()
    const book = chaptarr.addBook(BOOK.tidewater)
    chaptarr.finishDownload(chaptarr.startDownload(book.id).download_id)
    await later(60)
    const story = await begin(
      {},
      call('get_book_timeline', { book_id: book.id }),
      propose('delete_media_files', { media_type: 'book', book_id: book.id, episodes: [], blocklist: true }),
      call('post_issue_message', { body: 'The broken book is gone, another one is on its way.' }),
      conclude('waiting', 'The manager fetches another release.'),
    )
    const id = await report({
      instance_id: instance_ids.books,
      media_type: 'book',
      foreign_id: `hc:${BOOK.tidewater}`,
      book_format: 'ebook',
      category: 'bad_copy',
      reason: 'Half of the pages are empty.',
    })
    await later(10)
    const [action] = (await show(id)).actions
    expect(action).toMatchObject({ kind: 'delete_media_files', params: { book_id: book.id }, risk: 'high' })
    expect(await approve(action)).toMatchObject({ status: 'executed' })
    await later(1)
    expect((await readAsUma(id)).issue.status).toBe('waiting')
    await arrive()
    const { issue, runs } = await show(id)
    expect(issue).toMatchObject({ status: 'resolved', resolution_kind: 'library_state_cleared' })
    expect(runs).toMatchObject([{ trigger: 'user_report', status: 'succeeded', step_count: 4 }])
    expect((await readAsUma(id)).thread.map(({ author_kind, body }) => [author_kind, body])).toEqual([
      ['user', 'Half of the pages are empty.'],
      ['agent', 'The broken book is gone, another one is on its way.'],
      ['system', 'A new copy has arrived, so this should be fixed.'],
    ])
    expect(changesOf('chaptarr')).toEqual(['DELETE /api/v1/bookfile/bulk', 'POST /api/v1/history/failed/:id'])
    expect(chaptarr.isMissing(book.id)).toBe(false)
    expect(story.unsaid()).toBe(0)
  })
})
