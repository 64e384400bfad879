import { MOVIE } from '@foyer/simulators'
import { expect, it } from 'vitest'
import { adminList, ISSUE_PARTS, issueOf, report, reported } from '#test/issue-calls.ts'
import { buildWorld } from '#test/world.ts'

it('two reports of the same at once are one issue on PostgreSQL, and no word is lost', async () => {
  const { asUma, asAdmin, instance_ids } = await buildWorld({
    ...ISSUE_PARTS,
    instances: ['movies'],
    kids: [],
    grants: {},
    engine: 'postgres',
  })
  const movie = { instance_id: instance_ids.movies, media_type: 'movie', tmdb_id: MOVIE.with_file }
  const words = ['one', 'two', 'three', 'four', 'five', 'six']
  const answers = await Promise.all(words.map(reason => report(asUma, { ...movie, reason })))
  expect(answers.map(({ status }) => status).sort((a, b) => a - b)).toEqual([200, 200, 200, 200, 200, 201])
  const ids = new Set<number>(answers.map(({ body }) => body.issue_id))
  expect(ids.size).toBe(1)
  const [issue_id = 0] = ids
  const { issue, thread } = await issueOf(asUma, issue_id)
  expect(issue.occurrences).toBe(6)
  expect(thread.map(({ body }: { body: string }) => body).sort()).toEqual([...words].sort())

  // Of a reply and a decision at once, the reply comes before the end or is refused.
  const second = await reported(asUma, { ...movie, tmdb_id: MOVIE.absent })
  const [replied, dismissed] = await Promise.all([
    asUma('POST', `/api/issues/${second}/reply`, { body: 'Wait!' }),
    asAdmin('POST', `/api/admin/issues/${second}/dismiss`),
  ])
  expect(dismissed.status).toBe(200)
  const said = (await issueOf(asUma, second)).thread.map(({ body }: { body: string }) => body)
  expect(said).toEqual(replied.status === 200 ? ['Wait!', 'Dismissed by ana.'] : ['Dismissed by ana.'])
  expect(await adminList(asAdmin)).toMatchObject({ closed_total: 1 })
})
