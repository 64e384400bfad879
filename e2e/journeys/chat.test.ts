import { MINUTE_MS, MOVIE } from '@foyer/simulators'
import type { Page } from '@playwright/test'
import { comeInAs } from '../support/people.ts'
import { PHONE } from '../support/screens.ts'
import { expect, test } from '../support/test.ts'

test.use({ ...PHONE, parts: { instances: ['movies'], included_ai: true } })
// One server for both.
test.describe.configure({ mode: 'default' })

async function ask(page: Page, question: string): Promise<void> {
  await page.getByLabel('Message', { exact: true }).fill(question)
  await page.getByRole('button', { name: 'Send', exact: true }).click()
}

test('2:4.6 somebody finds, requests and follows a movie in the chat, on a phone', async ({
  page,
  world,
  expectAccessible,
}) => {
  const movie = world.newMovie()
  const { models } = world
  models.brain = null
  await comeInAs(page, await world.addUser('ida', { included_ai: true }))
  await page.goto('./')
  await page.getByRole('banner').getByRole('link', { name: 'Chat', exact: true }).click()
  const log = page.getByRole('log', { name: 'Conversation' })
  const suggestions = page.getByRole('list', { name: 'Suggestions' }).getByRole('button')
  await expect(suggestions).toHaveCount(4)
  await expectAccessible('an empty chat')

  models.script(
    { tool_calls: [{ name: 'search_movies', input: { query: movie.title } }] },
    {
      text: ['I found ', '**one**', '. ![poster](https://example.org/leak.png)'],
      tool_calls: [
        {
          name: 'display_media',
          input: { items: [{ media_type: 'movie', title: movie.title, tmdb_id: movie.id }] },
        },
      ],
    },
    { text: 'Shall I request it? See [the review](https://example.org/review).' },
  )
  const suggestion = await suggestions.last().innerText()
  await suggestions.last().click()
  await expect(log.getByText(suggestion)).toBeVisible()
  await expect(log.getByRole('strong')).toHaveText('one')
  const step = log.getByRole('button', { name: 'Searched movies' })
  await step.click()
  await expect(log.getByRole('definition').filter({ hasText: movie.title })).toBeVisible()
  // Nothing is loaded from an address that a model wrote, and a link shows its target.
  await expect(log.locator('img[src*="example.org"]')).toHaveCount(0)
  await expect(log.getByText('(example.org)')).toBeVisible()

  const titles = log.getByRole('list', { name: 'Titles' })
  await expect(titles.getByRole('link')).toHaveAttribute('href', new RegExp(`/movies/${movie.id}$`))
  await expectAccessible('an answer with titles')
  await titles.getByRole('button', { name: `Request ${movie.title}` }).click()
  const sheet = page.getByRole('dialog')
  await sheet.getByRole('button', { name: 'Request' }).click()
  await expect(sheet).toBeHidden()
  await expect(titles.getByText('Requested').last()).toBeVisible()
  // It lies over the end of the conversation.
  await page.getByRole('region', { name: 'Notifications' }).getByRole('button', { name: 'Dismiss' }).click()
  await expect.poll(() => world.radarr.movie(movie.id)?.monitored).toBe(true)
  await world.advance(MINUTE_MS)
  await expect(titles.getByText(/^Downloading/).last()).toBeVisible()
  await world.advance(60 * MINUTE_MS)
  await expect(titles.getByText('Available').last()).toBeVisible()

  // Stopped in the middle: the partial answer stays, and the next question is sent.
  const more = Promise.withResolvers<void>()
  models.script({ text: ['A long story ', 'begins', ' and ends.'], hold: more.promise, hold_after: 2 })
  await ask(page, 'Tell me a story')
  await expect(log.getByText('A long story begins')).toBeVisible()
  await page.getByRole('button', { name: 'Stop', exact: true }).click()
  await expect(log.getByText('Stopped.')).toBeVisible()
  more.resolve()

  // A provider that fails: its own error text is not shown, and the same question can be sent again.
  models.script({ status: 429, error: { message: 'You exceeded your current quota.' } })
  await ask(page, 'And now?')
  const notice = log.getByRole('status').filter({ hasText: 'The limit of the AI account is used up' })
  await expect(notice).toBeVisible()
  await expect(log.getByText('exceeded your current quota')).toBeHidden()
  await expectAccessible('a failed answer')
  // A little above the end, nothing lies over what can be pressed.
  await log.evaluate(list => {
    const scrolled = new Promise(resolve => list.addEventListener('scrollend', resolve))
    list.scrollTop -= 20
    return scrolled
  })
  expect(await page.getByRole('button', { name: 'Jump to newest' }).isVisible()).toBe(false)
  models.script({ text: 'Back again.' })
  await notice.getByRole('button', { name: 'Try again' }).click()
  await expect(log.getByText('Back again.')).toBeVisible()
  await expect(notice).toBeHidden()

  // The conversation and the typed text survive a visit to other pages, until a new conversation starts.
  await page.getByLabel('Message', { exact: true }).fill('Not sent yet')
  await page.getByRole('navigation').getByRole('link', { name: 'Requests', exact: true }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Requests' })).toBeVisible()
  await page.getByRole('banner').getByRole('link', { name: 'Chat', exact: true }).click()
  await expect(log.getByText('Back again.')).toBeInViewport()
  await expect(page.getByLabel('Message', { exact: true })).toHaveValue('Not sent yet')
  await page.getByRole('button', { name: 'New conversation', exact: true }).click()
  await expect(log.getByText('Back again.')).toBeHidden()
  await expect(suggestions).toHaveCount(4)
  expect(models.unused()).toBe(0)
})

test('2:4.6 a kids account neither sees nor requests titles beyond its limits', async ({ page, world }) => {
  const { catalogue, models, radarr } = world
  const hidden = catalogue.movies.find(
    ({ id, adult, releases }) =>
      !adult &&
      !radarr.movie(id) &&
      releases['US']?.some(({ type, certification }) => type === 3 && certification === 'R'),
  )
  const allowed = catalogue.movie(MOVIE.with_file)
  if (!hidden || !allowed) throw new Error('The catalogue has no such movies.')
  models.brain = null
  const kid = await world.addUser('kim', { included_ai: true })
  await world.call(world.admin, 'PUT', `admin/users/${kid.user.id}/content-policy`, {
    max_movie_rating: 'PG',
    max_tv_rating: 'TV-PG',
  })
  await comeInAs(page, kid)
  await page.goto('./chat')
  models.script(
    { tool_calls: [{ name: 'search_movies', input: { query: hidden.title } }] },
    {
      tool_calls: [
        {
          name: 'display_media',
          input: {
            items: [hidden, allowed].map(({ id, title }) => ({ media_type: 'movie', title, tmdb_id: id })),
          },
        },
      ],
    },
    {
      tool_calls: [
        { name: 'request_media', input: { media_type: 'movie', tmdb_id: hidden.id, title: hidden.title } },
      ],
    },
    { text: 'That is all.' },
  )
  await ask(page, 'Show me something scary')
  const log = page.getByRole('log', { name: 'Conversation' })
  await expect(log.getByText('That is all.')).toBeVisible()
  const titles = log.getByRole('list', { name: 'Titles' })
  await expect(titles.getByRole('link')).toHaveCount(1)
  await expect(titles.getByRole('link')).toHaveAttribute('href', new RegExp(`/movies/${allowed.id}$`))
  await expect(titles.getByText('Available').last()).toBeVisible()
  const request = log.getByRole('button', { name: /^Updating your requests.*Failed$/ })
  await request.click()
  await expect(log.getByText(/Why it failed:/)).toBeVisible()
  expect(await world.call(kid, 'GET', 'requests')).toEqual([])
  expect(radarr.movie(hidden.id)).toBeUndefined()
  const results = models
    .calls()
    .at(-1)
    ?.messages.filter(({ role }) => role === 'tool')
  const search = results?.find(({ name }) => name === 'search_movies')
  expect(search).toBeDefined()
  expect(search?.text).not.toContain(String(hidden.id))
})
