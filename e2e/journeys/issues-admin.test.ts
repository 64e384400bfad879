import type { AgentAction } from '@foyer/contract/remediation/agent-actions'
import { interceptOnce } from '../support/intercept.ts'
import { comeInAs } from '../support/people.ts'
import { expectFitsPhone } from '../support/screens.ts'
import { expect, test } from '../support/test.ts'
import { visit } from '../support/visit.ts'
import type { World } from '../support/world.ts'

/** As a model would propose it: none is asked here. */
const proposedFix = (
  world: World,
  movie: { id: number; title: string },
  id: number,
  issue_id = 1,
): AgentAction => ({
  id,
  issue_id,
  kind: 'trigger_search',
  params: { media_type: 'movie', tmdb_id: movie.id },
  rationale: 'Another release may have it.',
  risk: 'low',
  status: 'proposed',
  created_at: new Date().toISOString(),
  issue_title: movie.title,
  issue_media_type: 'movie',
  issue_status: 'awaiting_approval',
  issue_occurrences: 1,
  instance_id: world.instance_ids.movies ?? '',
  instance_name: 'Movies',
  instance_service_type: 'movie_manager',
  can_decide: true,
  auto_approved: false,
})

test('2:4.9 an admin reads a report, answers, resolves it and takes it up again, by keys', async ({
  page,
  world,
  expectAccessible,
}) => {
  const { id: tmdb_id, title } = world.newMovie()
  const theo = await world.addUser('theo')
  const report = { instance_id: world.instance_ids.movies, media_type: 'movie', tmdb_id, title }
  const { issue_id } = await world.call<{ issue_id: number }>(theo, 'POST', 'issues', {
    ...report,
    category: 'wrong_audio',
    reason: 'There is no German audio.',
  })
  const thread = () =>
    world.call<{ issue: { status: string }; thread: { body: string }[] }>(theo, 'GET', `issues/${issue_id}`)

  await comeInAs(page, world.admin)
  await page.goto('./issues')
  await page.getByLabel('Search by title').fill(title)
  const rows = page.getByRole('list', { name: 'Issues' }).getByRole('link')
  await expect(rows).toHaveCount(1)
  await expect(rows).toContainText('Unread')
  await expect(rows).toContainText('Reported by theo')
  await expect(page).toHaveTitle('Issues · Foyer')
  await expectAccessible('issues')

  // With the keyboard alone.
  await page.getByRole('heading', { name: 'Issues', level: 1 }).click()
  await page.keyboard.press('j')
  await expect(rows).toBeFocused()
  await page.keyboard.press('Enter')
  const article = page.getByRole('article')
  await expect(article.getByRole('heading', { name: title })).toBeVisible()
  await expect(page).toHaveTitle(`${title} · Foyer`)
  await expect(article.getByText('There is no German audio.')).toBeVisible()
  await expect(article.getByText('Wrong language or sound')).toBeVisible()
  await expect(rows).not.toContainText('Unread')
  await expectAccessible('an issue')
  await page.keyboard.press('r')
  await expect(article.getByLabel('Your reply')).toBeFocused()
  await page.keyboard.type('We look for ')
  await expectFitsPhone(page, 'an issue')
  // Side by side again: on a phone the list makes room for the issue, and a reply that is being written stays.
  await expect(rows).toBeVisible()
  await expect(article.getByLabel('Your reply')).toBeFocused()
  await page.keyboard.type('another copy.')
  await page.keyboard.press('Control+Enter')
  const messages = article.getByRole('list', { name: 'Messages' })
  await expect(messages.getByText('We look for another copy.')).toBeVisible()
  await expect(article.getByLabel('Your reply')).toHaveValue('')

  await page.getByRole('heading', { name: 'Messages' }).click()
  await page.keyboard.press('e')
  const dialog = page.getByRole('dialog', { name: 'Resolve this issue?' })
  await dialog.getByLabel('Note').fill('There is a German version now.')
  await expectAccessible('resolving an issue')
  await dialog.getByRole('button', { name: 'Resolve' }).click()
  await expect(article.getByText('Closed by an admin.')).toBeVisible()
  const ended = await thread()
  expect(ended.issue.status).toBe('resolved')
  expect(ended.thread.map(({ body }) => body)).toContain('There is a German version now.')

  await page.getByRole('group', { name: 'Which issues' }).getByText('Closed').click()
  await expect(rows).toContainText('Resolved')
  // Meanwhile somebody reports the same again: the two are one problem.
  const again = await world.call<{ issue_id: number }>(theo, 'POST', 'issues', report)
  await article.getByRole('button', { name: 'Reopen' }).click()
  await article.getByRole('link', { name: 'Show that issue' }).click()
  await expect(page).toHaveURL(new RegExp(`/issues/${again.issue_id}`))
  await page.getByRole('button', { name: 'More', exact: true }).click()
  await page.getByRole('menuitem', { name: 'Dismiss' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Dismiss' }).click()
  await expect(article.getByText('Dismissed by an admin.')).toBeVisible()

  await page.goto(`./issues/${issue_id}`)
  await article.getByRole('button', { name: 'Reopen' }).click()
  await expect(article.getByText('Needs an admin')).toBeVisible()
})

test('C58 an issue of Foyer itself is called in the language of the admin, in the tab as well', async ({
  page,
  world,
}) => {
  // Without an AI profile there is something to report at once.
  await world.call(world.admin, 'PUT', 'admin/remediation-settings', { enabled: true })
  const heinz = await world.addUser('heinz')
  await world.call(world.admin, 'PATCH', `admin/users/${heinz.user.id}`, { role: 'admin' })
  await world.call(heinz, 'PUT', 'me/preferences', { language: 'de' })
  await comeInAs(page, { ...heinz, user: await world.call(heinz, 'GET', 'auth/me') })
  await page.goto('./issues')
  const title = 'Der Agent hat keine KI'
  await page.getByRole('link', { name: title }).click()
  await expect(page.getByRole('article').getByRole('heading', { name: title })).toBeVisible()
  await expect(page).toHaveTitle(`${title} · Foyer`)
  await world.call(world.admin, 'PUT', 'admin/remediation-settings', { enabled: false })
})

test('C58 a proposed fix names its title in the language of the admin', async ({ page, world }) => {
  const movie = world.newMovie()
  world.tmdb.translate('movie', movie.id, 'de', { title: 'Das Kaputte', overview: '' })
  const fix = { ...proposedFix(world, movie, 1), issue_tmdb_id: movie.id }
  await page.route('**/api/admin/agent-actions?*', route => route.fulfill({ json: { actions: [fix] } }))
  const heinz = await world.addUser('heinz')
  await world.call(world.admin, 'PATCH', `admin/users/${heinz.user.id}`, { role: 'admin' })
  await world.call(heinz, 'PUT', 'me/preferences', { language: 'de' })
  await comeInAs(page, { ...heinz, user: await world.call(heinz, 'GET', 'auth/me') })
  await page.goto('./settings/agent-actions')
  const row = page.getByRole('main').getByRole('listitem').first()
  await expect(row.getByRole('heading', { name: /Das Kaputte/ })).toBeVisible()
  await expect(row.getByText('Das Kaputte in Movies')).toBeVisible()
  await expect(row.getByText(movie.title)).toHaveCount(0)
})

test('2:4.9 whoever decides about fixes is still in the page afterwards, also on that of the issue', async ({
  page,
  world,
}) => {
  const movie = world.newMovie()
  const theo = await world.addUser('theo')
  const report = { instance_id: world.instance_ids.movies, media_type: 'movie', tmdb_id: movie.id }
  const { issue_id } = await world.call<{ issue_id: number }>(theo, 'POST', 'issues', {
    ...report,
    title: movie.title,
    category: 'wrong_audio',
  })
  const fixes = ['Aster', 'Birch', 'Cedar', 'Dune', 'Elm'].map((title, at) =>
    proposedFix(world, { id: movie.id, title }, at + 1, issue_id),
  )
  await page.route('**/api/admin/agent-actions?*', route =>
    route.fulfill({ json: { actions: fixes.filter(({ status }) => status === 'proposed') } }),
  )
  await page.route('**/api/admin/issues/*/activity', route =>
    route.fulfill({ json: { actions: fixes, runs: [] } }),
  )
  const decideAs = (status: AgentAction['status']) => (id: number) => {
    const fix = fixes.find(one => one.id === id)
    Object.assign(fix ?? {}, { status, decided_by: 'ana', decided_at: new Date().toISOString() })
    return fix
  }
  for (const [verdict, decide] of [
    ['approve', decideAs('executed')],
    ['deny', decideAs('denied')],
  ] as const)
    await page.route(`**/api/admin/agent-actions/*/${verdict}`, route => {
      const [, id] = /agent-actions\/(\d+)\//.exec(route.request().url()) ?? []
      return route.fulfill({ json: decide(Number(id)) })
    })
  await page.route('**/api/admin/agent-actions/approve-batch', route => {
    const { ids }: { ids: number[] } = route.request().postDataJSON()
    ids.forEach(decideAs('executed'))
    return route.fulfill({ json: { results: ids.map(id => ({ id, status: 'executed' })) } })
  })
  await comeInAs(page, world.admin)
  await page.goto('./settings/agent-actions')
  const list = page.getByRole('list', { name: 'Proposed fixes' })
  const rows = list.getByRole('listitem')
  const approve = (name: string) =>
    list.getByRole('button', { name: `Approve: Search for ${name} again with Radarr.` })
  await approve('Aster').press('Enter')
  await expect(rows).toHaveCount(4)
  await expect(approve('Birch')).toBeFocused()
  // By key, from the line that was clicked.
  await rows.first().click({ position: { x: 6, y: 6 } })
  await page.keyboard.press('a')
  await expect(rows).toHaveCount(3)
  await expect(rows.first()).toBeFocused()
  await list.getByRole('checkbox', { name: /Cedar/ }).check()
  await page.getByRole('button', { name: 'Approve 1', exact: true }).press('Enter')
  await expect(rows).toHaveCount(2)
  await expect(page.locator(':focus')).toContainText('Select all')

  // On the page of the issue the fix stays, and what came of it is read in the place of the question.
  await visit(page, `./issues/${issue_id}`)
  await approve('Dune').press('Enter')
  await expect(page.locator(':focus')).toContainText('by ana')
  await list.getByRole('button', { name: /^Decline: .*Elm/ }).press('Enter')
  await page.getByRole('dialog').getByRole('button', { name: 'Decline' }).press('Enter')
  await expect(page.getByRole('dialog')).toBeHidden()
  await expect(page.getByRole('main')).toBeFocused()
})

test.describe('with an agent', () => {
  test.use({ parts: { instances: ['movies'], included_ai: true }, own_world: true })

  test('2:4.9 an admin approves what the agent proposes, and it is done once', async ({
    page,
    world,
    expectAccessible,
  }) => {
    const { models, radarr } = world
    const movie = world.catalogue.movies.find(({ id }) => radarr.movie(id) !== undefined)
    const title = movie?.title ?? ''
    models.brain = null
    await world.call(world.admin, 'PUT', 'admin/remediation-settings', {
      enabled: true,
      observation_min_minutes: 0,
    })
    models.script(
      {
        tool_calls: [
          {
            name: 'propose_action',
            input: {
              kind: 'trigger_search',
              params: { media_type: 'movie', tmdb_id: movie?.id },
              rationale: 'The file has no German audio; another release may have it.',
              risk: 'high',
            },
          },
        ],
      },
      {
        tool_calls: [{ name: 'conclude_issue', input: { outcome: 'waiting', summary: 'A search is on.' } }],
      },
    )
    await comeInAs(page, world.admin)
    await page.goto('./')
    const theo = await world.addUser('theo')
    await world.call(theo, 'POST', 'issues', {
      instance_id: world.instance_ids.movies,
      media_type: 'movie',
      tmdb_id: movie?.id,
      title,
      category: 'wrong_audio',
    })
    // Home hears of it without being loaded again.
    await page.getByRole('link', { name: '1 proposed fix' }).click()
    const sentence = `Search for ${title} again with Radarr.`
    const fixes = page.getByRole('list', { name: 'Proposed fixes' })
    await expect(fixes.getByRole('heading', { name: sentence })).toBeVisible()
    await expect(fixes.getByText('another release may have it')).toBeVisible()
    await expectAccessible('proposed fixes')
    // What cannot be undone is asked about first, alone and when it is selected.
    await page.keyboard.press('a')
    const question = page.getByRole('alertdialog')
    await question.getByRole('button', { name: 'Cancel' }).click()
    // A note outlives a lost connection.
    await interceptOnce(page, '**/deny', route => route.abort())
    await page.keyboard.press('d')
    const decline = page.getByRole('dialog', { name: 'Decline this fix?' })
    await decline.getByLabel('Note').fill('It is dubbed on purpose.')
    await decline.getByRole('button', { name: 'Decline' }).click()
    await expect(decline.getByText('Foyer did not answer.')).toBeVisible()
    await expect(decline.getByLabel('Note')).toHaveValue('It is dubbed on purpose.')
    await decline.getByRole('button', { name: 'Cancel' }).click()
    await fixes.getByRole('checkbox', { name: /^Select:/ }).check()
    await page.getByRole('button', { name: 'Approve 1', exact: true }).click()
    await expect(question.getByText('Approve 1 fix?')).toBeVisible()
    await question.getByRole('button', { name: 'Approve' }).click()
    await expect(page.getByText('All caught up')).toBeVisible()
    // The pressed button is gone, and the focus is still in the page.
    await expect(page.getByRole('main')).toBeFocused()
    const searches = () =>
      radarr.journal
        .requests('POST /api/v3/command')
        .filter(call => JSON.stringify(call.body).includes('MoviesSearch'))
    await expect.poll(() => searches().length).toBe(1)

    await page.getByText('History', { exact: true }).click()
    await expect(fixes.getByText('Done')).toBeVisible()
    await fixes.getByRole('link', { name: 'Show issue' }).click()
    await page.getByRole('button', { name: 'Show the steps' }).click()
    const call = page.getByRole('button', { name: 'Propose a fix' })
    await call.click()
    await expect(page.getByRole('definition').filter({ hasText: 'trigger_search' })).toBeVisible()
    await expectAccessible('the steps of a run')
    expect(models.unused()).toBe(0)
  })
})
